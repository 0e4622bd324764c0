import { once } from "node:events";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openOwnedFolder } from "../files/index.ts";
import { PORT_INSIDE } from "./container-access.ts";
import { FORWARDER_NAME, forwarder, SOCKET_NAME } from "./forwarder.ts";

/** `folder` holds the socket, if any, and the program that leads to the proxy from inside a container. */
export type ProxyAddress = { folder: string } & (
  | { kind: "socket"; socket: string }
  | { kind: "loopback"; port: number }
);

/** The longest socket path of Linux and macOS. */
const LONGEST_SOCKET_PATH = 103;

export type Listening =
  | { ok: true; address: ProxyAddress; remove: () => Promise<void> }
  | { ok: false; problem: string };

/** Starts listening for one trial, in a folder of its own. */
export async function listen(server: Server, where: ProxyAddress["kind"]): Promise<Listening> {
  // The outer folder is ours alone; containers see the inner one, as any user.
  const { path, remove } = openOwnedFolder("proxy");
  const folder = join(path, "way");
  const socket = join(folder, SOCKET_NAME);
  if (where === "socket" && Buffer.byteLength(socket) > LONGEST_SOCKET_PATH) {
    await remove();
    return { ok: false, problem: `${socket} is too long for a socket; set TMPDIR to a shorter path` };
  }
  await mkdir(folder);
  await chmod(folder, 0o755);
  if (where === "socket") server.listen(socket);
  else server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address: ProxyAddress =
    where === "socket"
      ? { kind: "socket", folder, socket }
      : { kind: "loopback", folder, port: (server.address() as AddressInfo).port };
  if (address.kind === "socket") await chmod(socket, 0o666);
  const program = forwarder(PORT_INSIDE, address.kind === "loopback" ? address.port : null);
  await writeFile(join(folder, FORWARDER_NAME), program, { mode: 0o644 });
  return { ok: true, address, remove };
}
