import { spawnSync } from "node:child_process";

// How long `assay --version` takes, as a multiple of starting Node for nothing. Taken in turns, so that a busy machine
// slows both alike; the median, because a few starts are always unlucky.
const ROUNDS = 25;
const LIMIT = 2.5;

const times = { node: [] as number[], version: [] as number[], help: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  times.node.push(started(["-e", "0"]));
  times.version.push(started(["dist/cli.js", "--version"]));
  times.help.push(started(["dist/cli.js", "--help"]));
}
const base = median(times.node);
const ratio = median(times.version) / base;
console.log(`  assay --version / node -e 0   ${ratio.toFixed(2)} (limit ${LIMIT})`);
console.log(`  assay --help / node -e 0      ${(median(times.help) / base).toFixed(2)}`);
console.log(`  node -e 0                     ${base.toFixed(0)} ms`);
if (ratio > LIMIT) process.exitCode = 1;

function started(words: string[]): number {
  const start = performance.now();
  const { status } = spawnSync(process.execPath, words, { stdio: "ignore" });
  if (status !== 0) throw new Error(`node ${words.join(" ")} ended with ${status}`);
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
