// A hall that is renewed: the same hall, whose client comes under another hash from some moment on. What belongs to the
// hash before is gone then, as if the binary had been replaced.

import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";

/** The folder of the client's files, in the page and in paths. */
const FOLDER = /\/a\/[^/"]+\//g;

export class Versions {
  #server = createServer((request, answer) => this.#pass(request, answer));
  #real = "";
  #version = 1;
  /** Paths that were asked for, in order. @type {string[]} */
  asked = [];

  /** @param {number} port where the hall listens */
  constructor(port) {
    this.port = port;
    this.#server.on("upgrade", (request, near) => this.#join(request, /** @type {import("node:net").Socket} */ (near)));
  }

  /** Stands before the hall on `port`. */
  static async of(/** @type {number} */ port) {
    const versions = new Versions(port);
    versions.#server.listen(0, "127.0.0.1");
    await once(versions.#server, "listening");
    return versions;
  }

  get url() {
    return `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (this.#server.address()).port}`;
  }

  /** The folder of the present version. */
  get folder() {
    return `/a/version${this.#version}/`;
  }

  renew() {
    this.#version += 1;
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} answer */
  async #pass(request, answer) {
    const path = request.url ?? "/";
    this.asked.push(path);
    if (path.startsWith("/a/") && !path.startsWith(this.folder)) {
      answer.writeHead(404).end();
      return;
    }
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = { ...request.headers, "accept-encoding": "identity" };
    delete (/** @type {any} */ (headers).connection);
    const body = chunks.length ? { body: Buffer.concat(chunks) } : {};
    const got = await fetch(`http://127.0.0.1:${this.port}${path.replace(FOLDER, this.#real)}`, { method: request.method, headers: /** @type {any} */ (headers), redirect: "manual", ...body }).catch(() => null);
    if (!got) {
      answer.destroy();
      return;
    }
    const html = got.headers.get("content-type")?.startsWith("text/html");
    const bytes = html ? Buffer.from(this.#renamed(await got.text())) : Buffer.from(await got.arrayBuffer());
    const kept = [...got.headers].filter(([name]) => !["content-length", "transfer-encoding", "connection"].includes(name));
    answer.writeHead(got.status, Object.fromEntries(kept)).end(bytes);
  }

  /** The page as it names the present version. */
  #renamed(/** @type {string} */ html) {
    this.#real = html.match(FOLDER)?.[0] ?? this.#real;
    return html.replace(FOLDER, this.folder);
  }

  /** @param {import("node:http").IncomingMessage} request @param {import("node:net").Socket} near */
  #join(request, near) {
    const far = connect(this.port, "127.0.0.1");
    const lines = request.rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${request.rawHeaders[i + 1]}`] : []));
    far.write(`GET ${request.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    for (const [end, other] of [[near, far], [far, near]]) end.on("error", () => other.destroy()).on("close", () => other.destroy()).pipe(other);
  }
}
