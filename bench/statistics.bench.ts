import { bootstrapMean, seededRandom, signFlipTest } from "../src/statistics/index.ts";

/** 10,000 bootstrap draws over 1,000 cases must stay under two seconds, or nobody will look at intervals. */
const LIMIT_SECONDS = 2;

const random = seededRandom(1);
const cases = Array.from({ length: 1000 }, () => [10 * random.uniform(), 10 * random.uniform()]);
const differences = cases.map(([first, second]) => first! - second!);

for (const method of ["percentile", "bca"] as const) {
  const seconds = time(() => bootstrapMean(cases, { method, draws: 10_000 }));
  console.log(
    `bootstrap, ${method}, 10,000 draws over 1,000 cases: ${seconds.toFixed(2)} s (limit ${LIMIT_SECONDS} s)`,
  );
  if (seconds > LIMIT_SECONDS) process.exitCode = 1;
}
const first = JSON.stringify(bootstrapMean(cases));
if (JSON.stringify(bootstrapMean(cases)) !== first) {
  console.log("the same input gave other digits");
  process.exitCode = 1;
}
console.log(`sign flips, 9,999 over 1,000 cases: ${time(() => signFlipTest(differences)).toFixed(2)} s`);

function time(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}
