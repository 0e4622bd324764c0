import { bootstrapMean, seededRandom, signFlipTest } from "../src/statistics/index.ts";

/** Largest ratio of 10,000 bootstrap draws over 1,000 cases to what no program can leave out: as many random numbers, added up. */
const LIMIT = 3;
const DRAWS = 10_000;

const random = seededRandom(1);
const cases = Array.from({ length: 1000 }, () => [10 * random.uniform(), 10 * random.uniform()]);
const differences = cases.map(([first, second]) => first! - second!);

for (const method of ["percentile", "bca"] as const) {
  const bare = time(drawBarely);
  const seconds = time(() => bootstrapMean(cases, { method, draws: DRAWS }));
  const ratio = seconds / bare;
  console.log(
    `  bootstrap, ${method}, 10,000 draws over 1,000 cases: ${seconds.toFixed(2)} s, ${ratio.toFixed(1)} × the bare draws (limit ${LIMIT})`,
  );
  if (ratio > LIMIT) process.exitCode = 1;
}
const first = JSON.stringify(bootstrapMean(cases));
if (JSON.stringify(bootstrapMean(cases)) !== first) {
  console.log("the same input gave other digits");
  process.exitCode = 1;
}
console.log(`  sign flips, 9,999 over 1,000 cases: ${time(() => signFlipTest(differences)).toFixed(2)} s`);

function drawBarely(): number {
  let sum = 0;
  for (let draw = 0; draw < DRAWS * cases.length; draw++)
    sum += differences[Math.floor(random.uniform() * cases.length)]!;
  return sum;
}

function time(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}
