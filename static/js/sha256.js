/**
 * SHA-256 and HMAC over it: by the browser where it can, else by the small implementation below (FIPS 180-4,
 * RFC 2104). Browsers keep WebCrypto from plain http, and a hall in a home network is plain http.
 */

const BLOCK = 64;
/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8. */
const [K, H] = roots();

/** @returns {[Uint32Array, Uint32Array]} */
function roots() {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p !== 0)) primes.push(n);
  const fraction = (/** @type {number} */ x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
  return [Uint32Array.from(primes, (p) => fraction(Math.cbrt(p))), Uint32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p)))];
}

/** @param {number} x @param {number} n */
const rotr = (x, n) => (x >>> n) | (x << (32 - n));

/** SHA-256 without the browser's help. @param {Uint8Array} bytes @returns {Uint8Array} 32 bytes */
export function sha256Own(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = Uint32Array.from(H);
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, view, at);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setUint32(i * 4, word));
  return new Uint8Array(out.buffer);
}

/** @param {Uint32Array} state @param {DataView} view @param {number} at */
function compress(state, view, at) {
  const w = schedule(view, at);
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const t1 = (h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const t2 = ((rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] = (state[i] + word) | 0; });
}

/** @param {DataView} view @param {number} at */
function schedule(view, at) {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15], y = w[i - 2];
    w[i] = (w[i - 16] + (rotr(x, 7) ^ rotr(x, 18) ^ (x >>> 3)) + w[i - 7] + (rotr(y, 17) ^ rotr(y, 19) ^ (y >>> 10))) | 0;
  }
  return w;
}

/** HMAC-SHA256 without the browser's help. @param {Uint8Array} key @param {Uint8Array} message @returns {Uint8Array} 32 bytes */
export function hmacOwn(key, message) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256Own(key) : key);
  const padded = (/** @type {number} */ pad, /** @type {Uint8Array} */ rest) => {
    const bytes = new Uint8Array(BLOCK + rest.length);
    block.forEach((byte, i) => { bytes[i] = byte ^ pad; });
    bytes.set(rest, BLOCK);
    return sha256Own(bytes);
  };
  return padded(0x5c, padded(0x36, message));
}

/** The browser's own, where it is allowed. */
const subtle = () => globalThis.crypto?.subtle;

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<Uint8Array>} 32 bytes */
export async function sha256(bytes) {
  const own = subtle();
  return own ? new Uint8Array(await own.digest('SHA-256', bytes)) : sha256Own(bytes);
}

/**
 * A function that signs with one key.
 * @param {Uint8Array<ArrayBuffer>} key
 * @returns {Promise<(message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>>}
 */
export async function hmacWith(key) {
  const own = subtle();
  if (!own) return async (message) => hmacOwn(key, message);
  const imported = await own.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return async (message) => new Uint8Array(await own.sign('HMAC', imported, message));
}

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} hex @returns {Uint8Array<ArrayBuffer>|null} `null` where it is no hex */
export function fromHex(hex) {
  if (hex.length % 2 || /[^0-9a-f]/i.test(hex)) return null;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
