/** Russian, whole. */
import pages from './pages.ru.js';
import rules from './rules.ru.js';
import table from './table.ru.js';

/** @type {import('../i18n.js').Catalogue} */
export default { ...pages, ...rules, ...table };
