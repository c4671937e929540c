/** Form controls of the look: switches, segments, rows. */
import { h } from './dom.js';

/**
 * A switch with its words.
 * @param {{name: string, label: string, hint?: string, checked: boolean, disabled?: boolean, change: (on: boolean) => void}} options
 */
export function switchRow({ name, label, hint, checked, disabled = false, change }) {
  const input = h('input', { type: 'checkbox', name, checked, disabled, role: 'switch', on: { change: () => change(input.checked) } });
  return h('label', { class: 'switch' }, h('span', { class: 't' }, label, hint ? h('small', {}, hint) : null), input);
}

/**
 * A choice of a few, side by side.
 * @template {string|number} V
 * @param {{name: string, label: string, options: readonly {value: V, text: string}[], value: V, disabled?: boolean, change: (value: V) => void}} options
 */
export function segments({ name, label, options, value, disabled = false, change }) {
  return h('span', { class: 'seg', role: 'radiogroup', 'aria-label': label }, ...options.map((option) => h('label', {},
    h('input', { type: 'radio', name, value: option.value, checked: option.value === value, disabled, on: { change: () => change(option.value) } }), option.text)));
}

/** A label with its control beside it, or below where it is narrow. @param {string} label @param {string|null} hint @param {Node} control */
export const formRow = (label, hint, control) => h('div', { class: 'form-row' }, h('span', {}, label, hint ? h('small', {}, hint) : null), control);

/**
 * A list to choose from.
 * @param {{name: string, label: string, options: readonly {value: string, text: string}[], value: string, disabled?: boolean, change: (value: string) => void}} options
 */
export function select({ name, label, options, value, disabled = false, change }) {
  const field = h('select', { class: 'field', name, 'aria-label': label, disabled, on: { change: () => change(field.value) } },
    ...options.map((option) => h('option', { value: option.value, selected: option.value === value }, option.text)));
  return field;
}

/**
 * A form that stays usable after every error: while it works its buttons wait, then they are back, and what went
 * wrong stands in the form.
 * @param {HTMLFormElement} form @param {HTMLElement} error where refusals are said (`role="alert"`)
 * @param {() => Promise<void>} run @param {(error: unknown) => string} words
 */
export async function submitting(form, error, run, words) {
  const buttons = form.querySelectorAll('button');
  buttons.forEach((button) => { button.disabled = true; });
  error.textContent = '';
  try {
    await run();
  } catch (problem) {
    error.textContent = words(problem);
  } finally {
    buttons.forEach((button) => { button.disabled = false; });
  }
}
