/** The keyboard of the table page: Space and Enter roll, 1 to 4 choose, ? asks why the others cannot move, Ctrl+Z takes back. */

/**
 * @typedef {object} KeyHandlers
 * @property {() => boolean} roll answers whether there was something to roll
 * @property {(n: number) => boolean} choose a piece by its number, from 1
 * @property {() => boolean} undo
 * @property {() => boolean} why why the other pieces cannot move
 * @property {() => void} any a key was pressed: whatever moves may end
 */

/** @param {KeyHandlers} on @returns {() => void} stops listening */
export function listenKeys(on) {
  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.defaultPrevented || document.querySelector('dialog[open]') || writes(event.target)) return;
    on.any();
    const { key } = event, plain = !event.altKey && !event.ctrlKey && !event.metaKey;
    const taken = (event.ctrlKey || event.metaKey) && !event.shiftKey && key.toLowerCase() === 'z' ? on.undo() :
      plain && key === '?' ? on.why() :
      plain && /^[1-9]$/.test(key) ? on.choose(Number(key)) :
      plain && (key === ' ' || key === 'Enter') && !presses(event.target) && !event.repeat ? on.roll() : false;
    if (taken) event.preventDefault();
  }
  document.addEventListener('keydown', pressed);
  return () => document.removeEventListener('keydown', pressed);
}

/** Whether keys are text there. @param {EventTarget | null} target */
const writes = (target) => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Whether Space and Enter have a meaning of their own there. @param {EventTarget | null} target */
const presses = (target) => target instanceof Element && target.closest('button, a, summary, [role="button"]') !== null;
