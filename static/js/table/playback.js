/** Plays events one after another. Ends at a tap or a key, and does not even begin where nobody sees it or nothing should move. */

/** @typedef {import('../protocol.js').Event} WireEvent */
/**
 * @typedef {object} PlaybackOptions
 * @property {() => 'auto' | 'off'} motion @property {HTMLElement} root
 * @property {(event: WireEvent, signal: AbortSignal) => Promise<void>} play
 * @property {() => void} done nothing moves any more: draw the present state
 */

/** With more entries waiting than this, only the newest state is shown. */
const LATE = 3;

/** Whether things may move. @param {'auto' | 'off'} motion */
export const moves = (motion) => motion !== 'off' && !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @param {PlaybackOptions} options */
export function createPlayback({ motion, play, done, root }) {
  /** @type {WireEvent[][]} */
  let queue = [];
  /** @type {AbortController | null} */
  let running = null;
  const skip = () => { queue = []; running?.abort(); };

  async function run() {
    const mine = new AbortController();
    running = mine;
    while (queue.length && !mine.signal.aborted) {
      if (queue.length > LATE) queue = [];
      for (const event of queue.shift() ?? []) if (!mine.signal.aborted) await play(event, mine.signal);
    }
    if (running !== mine) return;
    running = null;
    done();
  }

  const unseen = () => { if (document.hidden) skip(); };
  root.addEventListener('pointerdown', skip);
  document.addEventListener('visibilitychange', unseen);
  return {
    /** @param {WireEvent[]} events */
    add(events) {
      const seen = events.filter(({ kind }) => kind === 'rolled' || kind === 'moved' || kind === 'streak_penalty');
      if (!seen.length || !moves(motion())) return;
      queue.push(seen);
      if (!running) run();
    },
    busy: () => running !== null,
    skip,
    stop() {
      running?.abort();
      [running, queue] = [null, []];
      root.removeEventListener('pointerdown', skip);
      document.removeEventListener('visibilitychange', unseen);
    },
  };
}
