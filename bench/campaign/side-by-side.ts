import { type Build, OTHER_BUILD, THIS_BUILD } from "../support/builds.ts";
import { holds, type Limit, limitsOf, printRow, type Row } from "./table.ts";

/** Beyond this a busy machine is no excuse, and another attempt, unless it is a short one, would only take time. */
const NOISE = 1.5;
const SHORT_MS = 10_000;

/**
 * Measures the same rows of this build and of the other one, up to so many times, and prints the best figures of each. A busy machine spoils
 * single measurements, and spoils both alike when they take turns.
 */
export async function sideBySide(measure: (build: Build) => Promise<Row[]>, most = 3): Promise<void> {
  const ours: Row[][] = [];
  const theirs: Row[][] = [];
  const compared = () => ours[0]!.map((_, index) => [bestOf(ours, index)!, bestOf(theirs, index)] as const);
  while (ours.length < most) {
    const startedAt = Date.now();
    if (OTHER_BUILD && ours.length % 2 === 1) theirs.push(await measure(OTHER_BUILD));
    ours.push(await measure(THIS_BUILD));
    if (OTHER_BUILD && theirs.length < ours.length) theirs.push(await measure(OTHER_BUILD));
    const limits = compared().flatMap(([row, other]) => limitsOf(row, other));
    const isHopeless = limits.some(({ value, limit }) => value !== null && value > limit * NOISE);
    if (limits.every(holds) || (isHopeless && Date.now() - startedAt > SHORT_MS)) break;
  }
  for (const [row, other] of compared()) printRow(row, other, ours.length);
}

/** The least of each figure, because whatever disturbs a measurement adds to it. */
function bestOf(attempts: Row[][], index: number): Row | undefined {
  const rows = attempts.map((attempt) => attempt[index]!);
  const [first] = rows;
  if (!first) return undefined;
  const least = (figure: (row: Row) => number) => Math.min(...rows.map(figure));
  return {
    ...first,
    seconds: least((row) => row.seconds),
    ...(first.usage && {
      usage: {
        cpuSeconds: least(({ usage }) => usage!.cpuSeconds),
        peakMegabytes: least(({ usage }) => usage!.peakMegabytes),
      },
    }),
    limits: first.limits.map((limit, at): Limit => ({ ...limit, value: least(({ limits }) => limits[at]!.value!) })),
  };
}
