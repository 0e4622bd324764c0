// A server over stdio that turns hostile: `node stdio-server.mjs <stage> <behaviour> <argument>`. Until that stage, and at all others, it is honest.
// The stages are `start`, and the methods that it is asked. `trial:start` means: not while Assay plans, when the workspace is still empty.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { BEHAVIOURS } from "./behaviours.mjs";
import { honestResult } from "./messages.mjs";

const [, , wanted = "never", behaviour = "", argument = ""] = process.argv;
const isTrial = existsSync("trial");
const stage = wanted.startsWith("trial:") ? (isTrial ? wanted.slice(6) : "never") : wanted;

process.stdout.on("error", () => {});
process.stderr.on("error", () => {});
const lines = createInterface({ input: process.stdin });

const peer = {
  argument,
  spawn,
  honest: () => {},
  /** Bytes as they are; resolves when there is room for more. */
  write: (bytes) =>
    new Promise((resolve) =>
      process.stdout.write(bytes) ? setImmediate(resolve) : process.stdout.once("drain", resolve),
    ),
  send: (message) => peer.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
  async forEver(make) {
    for (let count = 0; ; count++) await peer.write(make(count));
  },
  deaf() {
    lines.removeAllListeners("line");
    process.stdin.pause();
    setInterval(() => {}, 1e6);
  },
};

lines.on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const honest = () => peer.send({ id, result: honestResult(method, params) });
  if (method === stage) void BEHAVIOURS[behaviour]({ ...peer, id, method, params, honest });
  else void honest();
});
if (stage === "start") void BEHAVIOURS[behaviour]({ ...peer, id: 0, method: "start", params: {} });
