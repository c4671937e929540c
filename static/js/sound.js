/** A few quiet sounds, made on the spot: a rattle for dice, a tick for a landing, two notes for a capture, three for home. */

/** @type {AudioContext | null} */
let audio = null;

/** How loud everything is. */
const VOLUME = 0.12;

/** Notes in Hz, one after another. @type {{[kind: string]: number[]}} */
const TUNES = { move: [520], capture: [392, 262], home: [523, 659, 784], turn: [659, 880] };
/** How long a note lasts. */
const NOTE_S = 0.09;

/**
 * Plays a sound; silent where the browser does not let a page sound yet.
 * @param {'roll' | 'move' | 'capture' | 'home' | 'turn'} kind
 */
export function play(kind) {
  try {
    audio ??= new AudioContext();
    if (audio.state === 'suspended') audio.resume();
    if (kind === 'roll') rattle(audio);
    else TUNES[kind].forEach((hz, i) => note(/** @type {AudioContext} */ (audio), hz, i * NOTE_S));
  } catch { /* a device without sound plays on in silence */ }
}

/** @param {AudioContext} ctx @param {number} hz @param {number} after seconds */
function note(ctx, hz, after) {
  const tone = new OscillatorNode(ctx, { frequency: hz, type: 'triangle' }), gain = fade(ctx, ctx.currentTime + after, NOTE_S * 1.6);
  tone.connect(gain);
  tone.start(ctx.currentTime + after);
  tone.stop(ctx.currentTime + after + NOTE_S * 2);
}

/** @param {AudioContext} ctx */
function rattle(ctx) {
  const length = Math.floor(ctx.sampleRate * 0.05), buffer = ctx.createBuffer(1, length, ctx.sampleRate), samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = Math.sin(i * i * 0.37) * (1 - i / length);
  for (const after of [0, 0.09, 0.16]) {
    const burst = new AudioBufferSourceNode(ctx, { buffer });
    burst.connect(fade(ctx, ctx.currentTime + after, 0.05));
    burst.start(ctx.currentTime + after);
  }
}

/** A volume that dies away. @param {AudioContext} ctx @param {number} from @param {number} length */
function fade(ctx, from, length) {
  const gain = new GainNode(ctx, { gain: VOLUME });
  gain.gain.setValueAtTime(VOLUME, from);
  gain.gain.exponentialRampToValueAtTime(0.001, from + length);
  gain.connect(ctx.destination);
  return gain;
}

/** The sound of an event, if it has one. @param {import('./protocol.js').Event} event @returns {Parameters<typeof play>[0] | null} */
export function soundOf(event) {
  switch (event.kind) {
    case 'rolled': return 'roll';
    case 'moved': return event.captures.length ? 'capture' : 'move';
    case 'finished_arm': case 'finished': return 'home';
    default: return null;
  }
}
