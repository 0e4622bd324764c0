/**
 * `npm run torture`: everything in test/corpora against what is meant to withstand it, in full, and a table of what held. It works in a
 * temporary file system and a network of its own where it may make them, with limits on memory and time.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { openOwnedFolder } from "../../src/files/temporary/owned-folder.ts";
import { openMemoryGroup } from "../../src/sandbox/processes/memory-group.ts";
import type { Torture, TortureRow } from "./torture.ts";
import { tortureWithCluster } from "./with-cluster.ts";
import { tortureWithDamage } from "./with-damage.ts";
import { tortureWithEscapes } from "./with-escapes.ts";
import { tortureWithForeignStores } from "./with-foreign.ts";
import { tortureWithForgeries } from "./with-forgeries.ts";
import { tortureWithHostileAgents } from "./with-hostile-agents.ts";
import { tortureWithKills } from "./with-kills.ts";
import { tortureWithMalformedAnswers } from "./with-malformed-answers.ts";
import { tortureWithPeers } from "./with-peers.ts";
import { tortureWithForgedResults } from "./with-results.ts";
import { tortureWithSpending } from "./with-spending.ts";
import { tortureWithStoreKills } from "./with-store-kills.ts";

/** The modules to run, in this order. Each reports its attempts and results; a new corpus is a new module. */
const MODULES: Record<string, Torture> = {
  escapes: tortureWithEscapes,
  kills: tortureWithKills,
  damage: tortureWithDamage,
  "store-kills": tortureWithStoreKills,
  "malformed-answers": tortureWithMalformedAnswers,
  forgeries: tortureWithForgeries,
  agents: tortureWithHostileAgents,
  peers: tortureWithPeers,
  cluster: tortureWithCluster,
  spending: tortureWithSpending,
  results: tortureWithForgedResults,
  foreign: tortureWithForeignStores,
};

const MINUTES = 60;
const MEMORY_BYTES = 4 * 1024 ** 3;
const DISK = "3g";
/** In a namespace of its own: a temporary file system that cannot fill the disk, and a network that has only itself. */
const BOUNDED = 'ip link set lo up; mount -t tmpfs -o mode=1777,size="$1" torture "$2" && shift 2 && exec "$@"';

const wanted = process.argv.slice(2).filter((word) => word !== "--inside");
const unknown = wanted.find((name) => !(name in MODULES));
if (unknown !== undefined) {
  console.error(`There is nothing called ${unknown}; there are ${Object.keys(MODULES).join(", ")}.`);
  process.exitCode = 2;
} else if (process.argv.includes("--inside")) process.exitCode = await torture();
else process.exitCode = await startBounded();

async function startBounded(): Promise<number> {
  const folder = openOwnedFolder("torture");
  const words = [process.execPath, process.argv[1]!, "--inside", ...wanted];
  const isRoot = process.getuid?.() === 0 && process.platform === "linux";
  const bounded = ["unshare", "--mount", "--net", "--", "/bin/sh", "-c", BOUNDED, "sh", DISK, folder.path, ...words];
  const [program = "", ...args] = isRoot ? bounded : words;
  const group = openMemoryGroup(MEMORY_BYTES);
  const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, TMPDIR: folder.path } });
  await group?.takeIn([child.pid!]);
  const disk = isRoot ? `${DISK} of its own temporary file system, loopback only` : `a folder in ${tmpdir()}`;
  console.log(
    `Bounds: ${MINUTES} minutes, ${group ? `${MEMORY_BYTES / 1024 ** 3} GiB of memory` : "memory not limited"}, ${disk}\n`,
  );
  const timer = setTimeout(() => child.kill("SIGKILL"), MINUTES * 60_000);
  const [status] = await once(child, "exit");
  clearTimeout(timer);
  await group?.remove();
  await folder.remove();
  return status ?? 1;
}

async function torture(): Promise<number> {
  const rows: TortureRow[] = [];
  for (const [name, module] of Object.entries(MODULES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for await (const row of module()) {
      rows.push(row);
      const { what, attempts, held, remarks = [] } = row;
      const verdict = held === attempts ? "held" : attempts === 0 ? "skipped" : "DID NOT HOLD";
      console.log(`${verdict.padEnd(12)} ${`${held}/${attempts}`.padStart(7)}  ${name}: ${what}`);
      for (const remark of remarks) console.log(`${" ".repeat(22)}${remark}`);
    }
  }
  const [attempts, held] = [sum(rows, "attempts"), sum(rows, "held")];
  console.log(`\n${held} of ${attempts} attempts held`);
  return held === attempts ? 0 : 1;
}

function sum(rows: TortureRow[], field: "attempts" | "held"): number {
  return rows.reduce((total, row) => total + row[field], 0);
}
