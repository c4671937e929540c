/** English, whole. The catalogues of other languages have the same keys; a test sees to it. */
import pages from './pages.en.js';
import rules from './rules.en.js';
import table from './table.en.js';

/** @type {import('../i18n.js').Catalogue} */
export default { ...pages, ...rules, ...table };
