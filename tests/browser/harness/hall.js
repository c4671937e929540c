// A hall of a test's own: the built binary on a free port, with its data in a folder of its own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Api } from "./api.js";

const BUILT = fileURLToPath(new URL("../../../target/debug/ludohall", import.meta.url));
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 25;
/** Below the ports that the system hands out by itself, so that a hall can come back on its own. */
const PORTS = { from: 20_000, to: 24_000 };

export class Hall {
  /** @type {import("node:child_process").ChildProcess | null} */
  #process = null;
  #log = "";

  /**
   * @param {string} dir
   * @param {number} port
   * @param {string[]} args
   */
  constructor(dir, port, args) {
    this.dir = dir;
    this.port = port;
    this.args = args;
  }

  /**
   * Starts a hall and waits until it is ready.
   * @param {string[]} args further arguments of `ludohall serve`
   */
  static async start(...args) {
    const dir = await mkdtemp(join(tmpdir(), "ludohall-browser-"));
    const hall = new Hall(dir, await freePort(), args);
    await hall.up();
    return hall;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** What it has printed so far. */
  get log() {
    return this.#log;
  }

  /** Starts it on the port and the data that it had before. */
  async up() {
    const binary = process.env.LUDOHALL_BIN ?? BUILT;
    const flags = ["serve", "--listen", `127.0.0.1:${this.port}`, "--data-dir", this.dir, "--limits", "off"];
    const child = spawn(binary, [...flags, ...this.args], { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => (this.#log += text));
    }
    await this.#ready();
  }

  async #ready() {
    for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await pause(LOOK_EVERY_MS)) {
      if (this.#ended()) break;
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok) return;
    }
    throw new Error(`the hall did not become ready:\n${this.#log}`);
  }

  #ended() {
    return !this.#process || this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** Ends it as a power cut does, or with another signal, and waits until it is gone. */
  async kill(/** @type {NodeJS.Signals} */ signal = "SIGKILL") {
    const child = this.#process;
    if (!child || this.#ended()) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }

  /** Ends it and throws its data away. */
  async close() {
    await this.kill();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** A guest who speaks to it without a browser. */
  async guest(/** @type {string} */ name) {
    return Api.guest(this.url, name);
  }
}

/** A port on which nobody listens. */
async function freePort() {
  const spread = (process.pid * 7) % (PORTS.to - PORTS.from);
  for (let port = PORTS.from + spread; port < 32_768; port++) {
    if (await isFree(port)) return port;
  }
  throw new Error("no free port");
}

/** @type {Set<number>} */
const taken = new Set();

/** @param {number} port */
async function isFree(port) {
  if (taken.has(port)) return false;
  const server = createServer();
  const listening = new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
  const free = await listening;
  if (free) {
    taken.add(port);
    await new Promise((resolve) => server.close(resolve));
  }
  return free;
}
