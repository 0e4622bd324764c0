export const SOCKET_NAME = "proxy.sock";
export const FORWARDER_NAME = "forward.cjs";

/** The host's name inside the virtual machine of a desktop engine. */
const HOST_FROM_INSIDE = "host.docker.internal";

/**
 * A program for the inside of a container: forwards every connection to 127.0.0.1 at `port` to the socket beside it or, where a
 * socket cannot be mounted, to a port of the host. Given a command, starts it and exits with it. Plain enough for any Node.
 */
export function forwarder(port: number, hostPort: number | null): string {
  const target =
    hostPort === null ? `path: __dirname + "/${SOCKET_NAME}"` : `host: "${HOST_FROM_INSIDE}", port: ${hostPort}`;
  return `"use strict";
const net = require("node:net");
const { constants } = require("node:os");
const { spawn } = require("node:child_process");
const [program, ...words] = process.argv.slice(2);
const server = net.createServer({ allowHalfOpen: true }, (near) => {
  const far = net.connect({ ${target}, allowHalfOpen: true });
  near.on("error", () => far.destroy()).on("close", () => far.destroy());
  far.on("error", () => near.destroy()).on("close", () => near.destroy());
  near.pipe(far).pipe(near);
});
server.on("error", (error) => {
  console.error("the way to the model cannot be opened: " + error.message);
  process.exit(1);
});
server.listen(${port}, "127.0.0.1", () => {
  if (program === undefined) return;
  const child = spawn(program, words, { stdio: "inherit" });
  child.on("error", (error) => {
    console.error(error.message);
    process.exit(127);
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal === null ? code : 128 + constants.signals[signal]));
});
`;
}
