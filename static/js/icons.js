/** Line icons on a 24 unit grid. */
import { s } from './board/svg.js';

const PATHS = {
  back: 'M15 5l-7 7 7 7', next: 'M9 5l7 7-7 7', share: 'M12 15V4M8 7.5 12 3.5l4 4M5 13v6.5h14V13', rules: 'M5 4.5h11a3 3 0 0 1 3 3v12H8a3 3 0 0 1-3-3zM9 9h6M9 12.5h6',
  sound: 'M4 10v4h3.5L12 18V6L7.5 10zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11', menu: 'M5 7h14M5 12h14M5 17h14',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z',
  bot: 'M6 9h12v9.5H6zM12 9V5M9.5 13v1.5M14.5 13v1.5M3.5 12.5v3M20.5 12.5v3',
  off: 'M3 8.5A13 13 0 0 1 7 6.3M21 8.5a13 13 0 0 0-9.5-3.4M6.5 12.3a8 8 0 0 1 3-1.8M17.5 12.3a8 8 0 0 0-2.3-1.5M12 18.2v.1M4 4l16 16',
  check: 'M5 12.5 10 17.5 19 7', plus: 'M12 5v14M5 12h14', minus: 'M5 12h14', play: 'M8 5.5v13l10.5-6.5z', pause: 'M8.5 6v12M15.5 6v12',
  down: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14', copy: 'M9 9h10.5v10.5H9zM5.5 15H4.5V4.5H15V5.5', clock: 'M12 3.8a8.2 8.2 0 1 0 0 16.4 8.2 8.2 0 0 0 0-16.4zM12 7.5V12l3 2',
  say: 'M4.5 5.5h15V16H11l-4 3.5V16H4.5z', people: 'M9 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM3 19c.5-3.3 2.8-5 6-5s5.5 1.7 6 5M16 5.5a3 3 0 0 1 0 5.8M17.5 14.3c2 .6 3.2 2.2 3.5 4.7',
  undo: 'M8.5 5 4.5 9l4 4M5 9h8.5a5.5 5.5 0 0 1 0 11H9', again: 'M5 5v5h5M5.5 10a7.5 7.5 0 1 1-1 5', gear: 'M12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2',
  globe: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c2.5 2.3 3.7 5.2 3.7 8.5s-1.2 6.2-3.7 8.5c-2.5-2.3-3.7-5.2-3.7-8.5s1.2-6.2 3.7-8.5z',
  shield: 'M12 3.5 19 6v5.5c0 4.3-2.7 7.4-7 9-4.3-1.6-7-4.7-7-9V6zM8.5 12l2.5 2.5 4.5-5', close: 'M6 6l12 12M18 6 6 18', star: 'M12 4l2.4 5.2 5.6.6-4.200 3.800 1.200 5.600L12 16.400 7 19.200l1.200-5.600L4 9.800l5.600-.6z',
};

/** @param {keyof PATHS} name @param {{flip?: boolean}} [look] `flip`: mirrored where text runs right to left @returns {SVGSVGElement} */
export const icon = (name, { flip = false } = {}) =>
  s('svg', { class: flip ? 'icon flip' : 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: PATHS[name] }));
