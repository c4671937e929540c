/**
 * About how long a game takes, as the hall estimates it for just these rules, with the shorter forms beside it; and what the
 * hall would refuse, said at its field before anybody opens the table.
 *
 * @import {Draft} from '../state/draft.js'
 * @import {Length} from '../protocol.js'
 */
import { Refused, api } from '../api.js';
import { t } from '../i18n.js';
import { draftSpec, lengthOf, shorterForms } from '../state/draft.js';
import { fill, h } from '../ui/dom.js';
import { flagName } from '../ui/words.js';
import { clearFields, wordsAtField } from './draft-fields.js';

/** Refusals that a field of the rules can say. */
const OF_RULES = ['bad_options', 'bad_seats'];

/** @param {HTMLFormElement} form @param {() => Draft} draft @param {(changes: Partial<Draft>) => void} change */
export function createLength(form, draft, change) {
  const words = h('p', { class: 'sm muted', role: 'status' }), shorter = h('div', { class: 'row' });
  const el = h('div', { class: 'length' }, words, shorter);
  let asked = '';

  /** Asks for the rules of the draft; only the newest answer counts. */
  async function update() {
    const { ruleset, options, seats, board, listed } = draft(), spec = draftSpec({ ...draft(), title: '' }, '');
    const key = JSON.stringify([ruleset.id, options, seats, board, listed]);
    if (key === asked) return;
    asked = key;
    const answer = await api.length(spec).catch((/** @type {unknown} */ problem) => problem);
    if (asked !== key) return;
    clearFields(form);
    if (answer instanceof Error) refused(answer);
    else told(/** @type {Length} */ (answer));
  }

  /** @param {Length} length */
  function told({ rolls }) {
    const about = rolls ? lengthOf(rolls) : null;
    words.textContent = about ? t(about.long ? 'create.length_long' : 'create.length', { rolls: about.rolls, n: about.minutes }) : t('create.length_endless');
    fill(shorter, ...(about && !about.long ? [] : shorterForms(draft()).map(({ flag, value }) => h('button', {
      type: 'button', class: 'btn sm', on: { click: () => change({ options: { ...draft().options, [flag]: value } }) },
    }, t('create.shorter', { rule: flagName(flag), value })))));
  }

  /** @param {Error} problem */
  function refused(problem) {
    fill(shorter);
    words.textContent = problem instanceof Refused && OF_RULES.includes(problem.code) ? wordsAtField(form, problem, undefined, false) : '';
  }

  return { el, update };
}
