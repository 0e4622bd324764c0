import type {
  CampaignCorrections,
  CorrectedComparison,
  CorrectedFigures,
  Corrections,
} from "../../calibration/index.ts";
import type { CorrectedDifference, CorrectedMean, Undefined } from "../../statistics/index.ts";
import {
  agree,
  explainRough,
  formatPEquals,
  formatPercent,
  formatRange,
  plural,
} from "../../text/presentation/index.ts";
import type { Section } from "../statistics/sections.ts";
import { correctedRows, intervalOf, writerOf } from "./corrected-rows.ts";

/** Presents a campaign's corrected figures beside the judge's, one section per labelled question. */
export function correctionSections(found: readonly CampaignCorrections[]): Section[] {
  return found.map(({ question, packets, drawn, by_hand, trials, corrections }) => {
    const labelled = `${plural(packets, "packet")} of ${plural(trials, "trial")} ${agree(packets, "has", "have")} labels for ${question}`;
    const how = [...(drawn > 0 ? [`${drawn} drawn at random`] : []), ...(by_hand > 0 ? [`${by_hand} not`] : [])].join(
      ", ",
    );
    return correctionSection(question, corrections, [`${labelled} (${how}).`]);
  });
}

export function correctionSection(question: string, found: Corrections | Undefined, lines: string[]): Section {
  const id = "correction";
  const title = `Corrected by human labels (${question})`;
  if (found.kind === "undefined")
    return { id, title, table: null, lines: [...lines, `Nothing is corrected, because ${found.reason}.`] };
  const intervals = found.figures.flatMap(({ subjects, differences }) =>
    [...subjects, ...differences].flatMap(({ result }) =>
      result.kind === "undefined" ? [] : [result.corrected.interval],
    ),
  );
  return {
    id,
    title,
    table: {
      head: ["figure", "judge alone", "corrected", "95 % interval", "labels alone", "labels", "λ"],
      rows: found.figures.flatMap(correctedRows).map(({ name, words }) => [name, ...Object.values(words)]),
    },
    lines: [
      ...lines,
      ...found.figures.flatMap(refusals),
      ...found.figures.flatMap(sentences),
      ...roganGladenLines(found.figures),
      ...errorLines(found),
      ...explainRough(intervals),
    ],
  };
}

/** Presents the corrected comparison, one sentence per question labelled on both sides. */
export function correctedComparisonLines(found: readonly CorrectedComparison[]): string[] {
  return found.flatMap(({ question, result }) => {
    if (result.kind === "undefined") return [`Labels (${question}) correct nothing here, because ${result.reason}.`];
    const write = writerOf(question === "pass" ? "pass_rate" : "score");
    return [
      `Corrected by ${plural(result.labels, "label")} (${question}), candidate − base is ${write.signed(result.corrected.value)}, 95 % interval ${intervalOf(result.corrected.interval, write.signed)}; the judge alone says ${write.signed(result.uncorrected)}.`,
      ...explainRough([result.corrected.interval]),
    ];
  });
}

function refusals({ subjects, differences }: CorrectedFigures): string[] {
  const reasons = [
    ...subjects.map(({ subject, result }) => ({ name: subject, result })),
    ...differences.map(({ first, second, result }) => ({ name: `${second} − ${first}`, result })),
  ].flatMap(({ name, result }) => (result.kind === "undefined" ? [`${name} is not corrected: ${result.reason}.`] : []));
  return [...new Set(reasons)];
}

/** States for each pair of subjects what people would say, and how good the judge was. */
function sentences({ figure, subjects, differences }: CorrectedFigures): string[] {
  const { signed } = writerOf(figure);
  const about = differences.flatMap(({ first, second, result }) => {
    if (result.kind === "undefined" || result.corrected.interval.kind === "undefined") return [];
    const { low, high } = result.corrected.interval;
    const verdict =
      low > 0
        ? `${second} is better than ${first}`
        : high < 0
          ? `${first} is better than ${second}`
          : `No difference is shown between ${first} and ${second}`;
    const turned = Math.sign(result.uncorrected) !== Math.sign(result.corrected.value) && (low > 0 || high < 0);
    return [
      `${verdict}${figure === "pass_rate" ? " in passing" : ""}: ${second} − ${first} is ${signed(result.corrected.value)} (${formatPEquals(result.p_value)})${turned ? `, although the judge alone says ${signed(result.uncorrected)}` : ""}.`,
    ];
  });
  const worth = [...subjects, ...differences].flatMap(({ result }) => (result.kind === "undefined" ? [] : [result]));
  const widest = worth.at(-1);
  if (widest === undefined) return about;
  return [...about, ...worthLines(widest, figure === "score" ? "score" : "pass rate", differences.length > 0)];
}

function worthLines(result: CorrectedMean | CorrectedDifference, figure: string, isDifference: boolean): string[] {
  const what = isDifference ? `the difference in ${figure}` : `the ${figure}`;
  const { effective_labels, labels, labels_to_halve } = result;
  return [
    `For ${what}, the judge makes ${plural(labels, "label")} worth ${Math.round(effective_labels)}.`,
    labels_to_halve === null
      ? `More labels can't halve the interval of ${what}: it takes more cases.`
      : `Label about ${labels_to_halve} more to halve the interval of ${what}.`,
  ];
}

function roganGladenLines(figures: readonly CorrectedFigures[]): string[] {
  return figures.flatMap(({ subjects }) =>
    subjects.flatMap(({ subject, rogan_gladen: rate }) => {
      if (rate === null) return [];
      if (rate.kind === "undefined") return [`Rogan and Gladen's rate of ${subject} is not given: ${rate.reason}.`];
      const range = formatRange(rate.interval, (value, more) => formatPercent(value, more));
      return [`Rogan and Gladen's rate of ${subject}: ${formatPercent(rate.rate)} (${range}).`];
    }),
  );
}

function errorLines({ different_errors: found }: Corrections): string[] {
  if (found === null) return [];
  return found.p_value < 0.05
    ? [
        `The judge's ${found.about} differs between ${found.subjects.join(" and ")} (${formatPEquals(found.p_value)}): Rogan and Gladen's rates suppose that it does not, so don't use them here.`,
      ]
    : [];
}
