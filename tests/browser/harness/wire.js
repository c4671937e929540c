// The line between a browser and a hall, so that a test can cut it: as a phone loses its network, connections and all.

import { once } from "node:events";
import { connect, createServer } from "node:net";

export class Wire {
  /** @type {Set<import("node:net").Socket>} */
  #ends = new Set();
  #server = createServer((near) => this.#join(near));
  #isCut = false;
  #port = 0;

  /** @param {number} port where the hall listens */
  constructor(port) {
    this.#port = port;
  }

  /** Lays a line to the hall on `port`. */
  static async to(/** @type {number} */ port) {
    const wire = new Wire(port);
    wire.#server.listen(0, "127.0.0.1");
    await once(wire.#server, "listening");
    return wire;
  }

  get url() {
    const address = /** @type {import("node:net").AddressInfo} */ (this.#server.address());
    return `http://127.0.0.1:${address.port}`;
  }

  /** Breaks every connection and lets none through. */
  cut() {
    this.#isCut = true;
    for (const end of this.#ends) end.destroy();
  }

  mend() {
    this.#isCut = false;
  }

  close() {
    this.cut();
    this.#server.close();
  }

  #join(/** @type {import("node:net").Socket} */ near) {
    if (this.#isCut) {
      near.destroy();
      return;
    }
    const far = connect(this.#port, "127.0.0.1");
    for (const [end, other] of [[near, far], [far, near]]) {
      this.#ends.add(end);
      end.on("error", () => other.destroy()).on("close", () => {
        this.#ends.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
  }
}
