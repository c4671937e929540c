// The REST calls that tests make beside the browser.

/** @typedef {import("../../../static/js/protocol.js").Table} Table */
/** @typedef {import("../../../static/js/protocol.js").Player} Player */

export class Api {
  /**
   * @param {string} base
   * @param {string} token
   * @param {Player} player
   */
  constructor(base, token, player) {
    this.base = base;
    this.token = token;
    this.player = player;
  }

  /**
   * Makes a guest.
   * @param {string} base
   * @param {string} name
   */
  static async guest(base, name) {
    const session = await call(base, "", "POST", "/session", { name });
    return new Api(base, session.token, session.player);
  }

  /** @returns {Promise<Table>} */
  create(/** @type {object} */ fields) {
    return this.post("/tables", fields);
  }

  /** @returns {Promise<Table>} */
  table(/** @type {string} */ code) {
    return call(this.base, this.token, "GET", `/tables/${code}`);
  }

  /** @returns {Promise<Table>} */
  sit(/** @type {string} */ code, /** @type {number | undefined} */ arm = undefined) {
    return this.post(`/tables/${code}/seats`, { arm });
  }

  /** @returns {Promise<Table>} */
  start(/** @type {string} */ code) {
    return this.post(`/tables/${code}/start`, {});
  }

  /** @returns {Promise<import("../../../static/js/protocol.js").Record>} */
  record(/** @type {string} */ game) {
    return call(this.base, this.token, "GET", `/games/${game}`);
  }

  /** @param {string} path */
  delete(path) {
    return call(this.base, this.token, "DELETE", path);
  }

  /**
   * @param {string} path
   * @param {object} body
   */
  patch(path, body) {
    return call(this.base, this.token, "PATCH", path, body);
  }

  /**
   * @param {string} path
   * @param {object} body
   */
  post(path, body) {
    return call(this.base, this.token, "POST", path, body);
  }
}

/**
 * One call; anything but success is an error that says what the server said.
 * @param {string} base
 * @param {string} token
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function call(base, token, method, path, body) {
  /** @type {Record<string, string>} */
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  if (body) headers["content-type"] = "application/json";
  const answer = await fetch(`${base}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text) : null;
}
