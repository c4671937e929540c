/** Table codes as people type, read and share them. */

/** Crockford's base 32: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** How many characters a code has. */
const LENGTH = 6;

/**
 * Reads a code: any case, spaces and dashes ignored, O as 0, I and L as 1; a pasted link counts too.
 * @param {string} text
 * @returns {string|null} the canonical code, `null` if it is none
 */
export function readCode(text) {
  const linked = /\/t\/([^/?#]+)/.exec(text);
  const typed = linked ? linked[1] : text;
  const code = typed.replace(/[\s\-\u2010-\u2015]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');
  return code.length === LENGTH && [...code].every((c) => ALPHABET.includes(c)) ? code : null;
}

/** A code in two groups, easier to read out. @param {string} code */
export function showCode(code) {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

/** The link that leads to a table. @param {string} code */
export function tableLink(code) {
  return `${location.origin}/t/${code}`;
}
