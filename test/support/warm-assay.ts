import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInThisProcess } from "./in-this-process.ts";

/** Commands that end by themselves, make no requests and start nothing that stays. All others get a process of their own. */
const WARM = "init|examples|validate|plan|run|run-eval|report|compare|trials|show|store|cases|suites|calibrate";

export interface WarmAssay {
  /** Has `assay` in it, for a PATH. */
  binFolder: string;
  close(): void;
}

/**
 * An `assay` for scripts with very many commands: this process runs them, one after the other, with the program loaded once. Most of what a
 * short command takes is loading it.
 *
 * @param dist the build whose commands they are
 * @param cold the program that has a process of its own for every command; for what reads its input, too
 */
export async function openWarmAssay(dist: string, cold: string): Promise<WarmAssay> {
  const folder = mkdtempSync(join(tmpdir(), "assay-warm-"));
  let last: Promise<void> = Promise.resolve();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (path) => {
      last = last.then(() => answer(String(path).trim(), dist, socket));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(folder, "assay"), client(port, cold), { mode: 0o755 });
  return {
    binFolder: folder,
    close() {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A request is a folder: what was typed, where and with which variables; what was said is put beside it, and the exit code is sent. */
async function answer(request: string, dist: string, socket: Socket): Promise<void> {
  const listed = (name: string) => readFileSync(join(request, name), "utf8").split("\0").slice(0, -1);
  const variables = listed("env").map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]);
  const [cwd] = listed("cwd");
  const surroundings = { cwd: cwd!, env: Object.fromEntries(variables), stdin: "" };
  const { code, stdout, stderr } = await runInThisProcess(listed("words"), surroundings, dist).catch((error: Error) => {
    return { code: 70, stdout: "", stderr: `${error.stack}\n` };
  });
  writeFileSync(join(request, "out"), stdout);
  writeFileSync(join(request, "err"), stderr);
  socket.end(`${code}\n`);
}

const client = (port: number, cold: string) => `#!/bin/bash
case "$1" in ${WARM}) ;; *) exec "${cold}" "$@" ;; esac
if [ -p /dev/stdin ] || [ -f /dev/stdin ]; then exec "${cold}" "$@"; fi
for word in "$@"; do case "$word" in --watch | --workers*) exec "${cold}" "$@" ;; esac; done
request=$(mktemp -d)
printf '%s\\0' "$@" > "$request/words"
printf '%s\\0' "$PWD" > "$request/cwd"
env -0 > "$request/env"
exec 3<> /dev/tcp/127.0.0.1/${port}
echo "$request" >&3
read -r code <&3
cat "$request/out"
cat "$request/err" >&2
rm -r "$request"
exit "$code"
`;
