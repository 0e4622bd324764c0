import {
  type Correction,
  correctedDifference,
  correctedMean,
  type RandomStream,
  seededRandom,
  type Undefined,
} from "../../../src/statistics/index.ts";
import { percent } from "./coverage-tables.ts";
import { HOLD_OUT_JUDGES, SELDOM_PASSES, SKEWED_SCORES } from "./hold-out-worlds.ts";
import { type HumanWorld, JUDGES, PASSES, SCORES, type SimulatedJudge, simulateCampaign } from "./judged-worlds.ts";
import { DESIGNS, type LabelDesign, labelledSides } from "./label-designs.ts";
import { type Effort, leeway, type Progress, type SimulatedTable, seedOf } from "./simulated-table.ts";

/** More cases than labels, so that labelling all is never the answer. */
const casesFor = (labels: number) => Math.max(200, Math.round(1.5 * labels));

/** Figures of one cell: a corrected mean and a corrected difference, many times. */
interface Cell {
  world: HumanWorld;
  judge: SimulatedJudge;
  design: LabelDesign;
  labels: number;
  /** How many of them. */
  campaigns: number;
  mean: Tally;
  difference: Tally;
}

class Tally {
  private readonly plain = { held: 0, all: 0 };
  private readonly rough = { held: 0, all: 0 };
  private width = 0;
  private alone = 0;

  add(found: Correction | Undefined, truth: number): void {
    if ("kind" in found && found.kind === "undefined") return;
    const { corrected, labels_alone } = found as Correction;
    if (corrected.interval.kind === "undefined" || labels_alone.interval.kind === "undefined") return;
    const count = corrected.interval.rough === undefined ? this.plain : this.rough;
    count.all += 1;
    if (corrected.interval.low <= truth && truth <= corrected.interval.high) count.held += 1;
    this.width += corrected.interval.high - corrected.interval.low;
    this.alone += labels_alone.interval.high - labels_alone.interval.low;
  }

  words(): string {
    const all = this.plain.all + this.rough.all;
    if (all === 0) return "–";
    const share = percent((this.plain.held + this.rough.held) / all);
    return this.rough.all > this.plain.all ? `${share} rough` : share;
  }

  /** The problem of the unmarked intervals. Marks on most of a cell do not excuse the others. */
  problem(campaigns: number, effort: Effort): string | null {
    const { held, all } = this.plain;
    if (all < campaigns / 10) return null;
    // If most are marked, the others are few, and no fair sample: those whose draw was large.
    const spare = all > campaigns / 2 ? leeway(0.95, all, effort) : 2.5 * Math.sqrt((0.95 * 0.05) / all);
    const share = held / all;
    return share < 0.93 - spare || share > 0.97 + spare ? `${percent(share)}` : null;
  }

  /** Width with the judge, against that of the labels alone. */
  get ratio(): number {
    return this.width / this.alone;
  }
}

/** The simulated combinations: worlds × designs × judges × numbers of labels. */
interface Worlds {
  worlds: HumanWorld[];
  judges: SimulatedJudge[];
  labels: number[];
}

const tuned = ({ labels }: Effort): Worlds => ({ worlds: [SCORES, PASSES], judges: JUDGES, labels });

/** Worlds that no constant was chosen by. Below 30 labels intervals are marked anyway. */
const heldOut = ({ labels }: Effort): Worlds => ({
  worlds: [SKEWED_SCORES, SELDOM_PASSES],
  judges: HOLD_OUT_JUDGES,
  labels: labels.filter((count) => count >= 30 && count <= 100),
});

/** How often intervals of corrected figures hold the truth, by kind of label, design, judge and number of labels. */
export function correctionTable(effort: Effort, progress: Progress): SimulatedTable {
  return coverageOf("corrections", tuned(effort), effort, progress);
}

/** The same in worlds, and with judges, of other shapes. */
export function heldOutTable(effort: Effort, progress: Progress): SimulatedTable {
  return coverageOf("hold-out corrections", heldOut(effort), effort, progress);
}

function coverageOf(name: string, simulated: Worlds, effort: Effort, progress: Progress): SimulatedTable {
  const problems: string[] = [];
  const rows = rowsOf(simulated, effort, progress, (cell) => {
    for (const [what, tally] of [
      ["mean", cell.mean],
      ["difference", cell.difference],
    ] as const) {
      const off = tally.problem(cell.campaigns, effort);
      if (off) problems.push(`${nameOf(cell)}: ${off} of the intervals of a ${what} hold the truth`);
    }
    return `${cell.mean.words()}, ${cell.difference.words()}`;
  });
  return { name, head: headOf(simulated), rows, problems };
}

/** The judge may make an interval wider by so much at most: λ is an estimate, too. */
const WIDEST = 1.03;

/** How wide the intervals are, against those of the labels alone. */
export function correctionWidthTable(effort: Effort, progress: Progress): SimulatedTable {
  const problems: string[] = [];
  const simulated = tuned(effort);
  const rows = rowsOf(simulated, effort, progress, (cell) => {
    const { mean, difference, judge } = cell;
    const widest = Math.max(mean.ratio, difference.ratio);
    if (widest > WIDEST) problems.push(`${nameOf(cell)}: ${widest.toFixed(2)} times as wide as labels alone`);
    // If most trials have labels, a judge adds little.
    if (judge.name === "good" && 2 * cell.labels <= casesFor(cell.labels) && widest > 0.97)
      problems.push(`${nameOf(cell)}: a good judge makes the interval only ${widest.toFixed(2)} times as wide`);
    return `${mean.ratio.toFixed(2)}, ${difference.ratio.toFixed(2)}`;
  });
  return { name: "correction widths", head: headOf(simulated), rows, problems };
}

function headOf({ labels }: Worlds): string[] {
  return ["labels are", "drawn", "judge", ...labels.map((count) => `${count} labels`)];
}

function nameOf({ world, design, judge, labels }: Cell): string {
  return `${world.name}, ${design.name}, ${judge.name}, ${labels} labels`;
}

function rowsOf(
  { worlds, judges, labels: counts }: Worlds,
  effort: Effort,
  progress: Progress,
  words: (cell: Cell) => string,
): string[][] {
  return worlds.flatMap((world) =>
    DESIGNS.flatMap((design) =>
      judges.map((judge) => {
        progress(`corrections: ${world.name}, ${design.name}, ${judge.name}`);
        return [
          world.name,
          design.name,
          judge.name,
          ...counts.map((labels) => words(simulatedCell({ world, design, judge, labels }, effort))),
        ];
      }),
    ),
  );
}

const known = new Map<string, Cell>();

/**
 * A cell out of its band is looked at more closely before it is called off: a share of 1,000 campaigns is known to half a per cent or so. It gets all of these rounds,
 * and not as many as bring it back: that would pass whatever was inside once.
 */
const ROUNDS_OF_A_CLOSER_LOOK = 4;

/** Both tables are about the same campaigns, which are simulated once. */
function simulatedCell(
  { world, design, judge, labels }: Pick<Cell, "world" | "design" | "judge" | "labels">,
  effort: Effort,
): Cell {
  const cell = { world, design, judge, labels, campaigns: 0, mean: new Tally(), difference: new Tally() };
  const key = `${nameOf(cell)}, ${effort.calibration}`;
  const before = known.get(key);
  if (before) return before;
  known.set(key, cell);
  const random = seededRandom(seedOf("correction", key));
  const isOff = () => [cell.mean, cell.difference].some((tally) => tally.problem(cell.campaigns, effort) !== null);
  addCampaigns(cell, random, effort);
  if (isOff()) for (let round = 1; round < ROUNDS_OF_A_CLOSER_LOOK; round++) addCampaigns(cell, random, effort);
  return cell;
}

function addCampaigns(cell: Cell, random: RandomStream, { calibration }: Effort): void {
  const { world, judge, design, labels } = cell;
  const scale = { low: 0, high: world.pass ? 1 : 10 };
  const [first, second] = world.means;
  for (let campaign = 0; campaign < calibration; campaign++) {
    const sides = simulateCampaign(random, world, judge, casesFor(labels));
    const [one, other] = labelledSides(sides, design.draw(random, sides, labels, world.pass));
    cell.mean.add(correctedMean(one, { scale }), first);
    cell.difference.add(correctedDifference(one, other, { scale }), second - first);
  }
  cell.campaigns += calibration;
}
