import { rubric } from "../../../judging/index.ts";
import { formatFixed, formatPValue, formatRange, formatSigned, plural } from "../../../text/presentation/index.ts";
import type { DrawnDimension, DrawnScale, DrawnVariants, ReportSection, RubricPage } from "../../wire/index.ts";
import { drawnOnScale } from "../figures/drawn-mean.ts";
import { letterOf } from "../figures/judge-letter.ts";
import { groupNames, scaleOfDimension } from "./rubric-groups.ts";
import type { SampleTally } from "./sample-columns.ts";

/** Composes the page of a rubric judging. */
export function composeRubricPage(listed: rubric.ListedRubric, tally: SampleTally, damaged: number): RubricPage {
  const { name, manifest, summary } = listed;
  const nameOf = groupNames(tally.groups());
  const groups = [...new Set(tally.groups().map(nameOf))];
  const told = summary && rubric.summaryRemarks(summary);
  return {
    name,
    ...rubricState(listed, damaged),
    verdict: verdictOf(summary?.differences ?? []),
    lines: told
      ? [told.counted, ...told.remarks.map(({ word, text }) => `${word}${text}`)]
      : [`There is no summary; \`assay rubric summarize --from ${name}\` makes it again.`],
    notes: summary ? rubric.summaryNotes(summary) : [],
    judges: manifest.judges.map(({ judge_run_id, model, repetitions }, at) => ({
      letter: letterOf(at),
      judge_run_id,
      model,
      repetitions,
    })),
    groups,
    dimensions: summary ? drawnDimensions(listed, summary, groups, nameOf, tally) : [],
    differences: (summary?.differences ?? []).flatMap(drawnVariants),
    sections: summary ? rubric.summarySections(summary).filter(isNotDrawn).map(asSection) : [],
    samples: tally.columns(groups, nameOf),
  };
}

/** Describes a judging's progress and what is missing. */
export function rubricState(
  { manifest, running }: rubric.ListedRubric,
  damaged = 0,
): Pick<RubricPage, "state" | "missing"> {
  const { planned, verdicts, invalid, unanswered } = manifest.judgements;
  const open = Math.max(0, planned - verdicts - invalid - unanswered);
  const parts = [
    ...(open > 0
      ? [`${plural(open, "judgement")} not asked for${manifest.stop_reason ? `: ${manifest.stop_reason}` : ""}`]
      : []),
    ...(unanswered > 0 ? [`${unanswered} unanswered`] : []),
    ...(damaged > 0 ? [`${plural(damaged, "line")} of judgements.jsonl damaged`] : []),
  ];
  const missing = parts.length === 0 ? null : parts.join(", ");
  return { state: running ? "running" : missing === null ? "complete" : "incomplete", missing };
}

function drawnDimensions(
  { manifest }: rubric.ListedRubric,
  summary: rubric.RubricSummary,
  groups: readonly string[],
  nameOf: ReturnType<typeof groupNames>,
  tally: SampleTally,
): DrawnDimension[] {
  const names = [...new Set(summary.means.map(({ dimension }) => dimension))];
  return names.map((name) => {
    const own = summary.means.filter(({ dimension }) => dimension === name);
    const at = manifest.dimensions.indexOf(name);
    return {
      name,
      scale: scaleOfDimension(manifest, name) ?? rangeOf(own),
      means: own.map((row) => ({ group: nameOf(row), mean: drawnOnScale(row.mean) })),
      distribution: at === -1 ? [] : tally.distribution(at, groups, nameOf),
    };
  });
}

/** Falls back to the range of the means: earlier versions stored no scales. */
function rangeOf(means: readonly Pick<rubric.RubricSummary["means"][number], "mean">[]): DrawnScale {
  const known = means.flatMap(({ mean }) => (mean.kind === "mean" ? [mean.mean] : []));
  return { low: Math.min(0, ...known), high: Math.max(1, ...known) };
}

function drawnVariants(row: rubric.RubricSummary["differences"][number]): DrawnVariants[] {
  const { dimension, first, second, model, eval_set_variant, difference, p_adjusted } = row;
  if (difference.kind === "undefined") return [];
  const interval = difference.interval.kind === "interval" ? difference.interval : null;
  const signed = (value: number, more = 0) => formatSigned(value, 2 + more);
  const range = interval ? `95 % interval ${formatRange(interval, signed)}` : "no interval";
  return [
    {
      dimension,
      words: `${first} → ${second}`,
      where: [model, eval_set_variant].filter(Boolean).join(", "),
      difference: difference.difference,
      low: interval?.low ?? null,
      high: interval?.high ?? null,
      figures: `${range}${p_adjusted === null ? "" : `, p ${formatPValue(p_adjusted)} (Holm)`}`,
      shown: interval !== null && (interval.low > 0 || interval.high < 0) && (p_adjusted ?? 1) < 0.05,
    },
  ];
}

/** Summarizes the differences in the total or the only dimension, as sentences. */
function verdictOf(differences: rubric.RubricSummary["differences"]): string[] {
  const dimension = differences.some((row) => row.dimension === "total") ? "total" : differences[0]?.dimension;
  return differences
    .filter((row) => row.dimension === dimension)
    .flatMap((row) => drawnVariants(row).map((drawn) => sentenceOf(row, drawn)));
}

function sentenceOf(
  { first, second, dimension }: Variants,
  { difference, figures, shown, where }: DrawnVariants,
): string {
  const [better, worse] = difference > 0 ? [second, first] : [first, second];
  const by = `${formatFixed(Math.abs(difference), 2)} in ${dimension}${where === "" ? "" : ` (${where})`}`;
  return shown
    ? `${better} is better than ${worse} by ${by}: ${figures}.`
    : `No difference is shown between ${first} and ${second}: ${better} is ahead by ${by}, ${figures}.`;
}

type Variants = rubric.RubricSummary["differences"][number];

const isNotDrawn = ({ id, table }: rubric.SummarySection) => !(table && (id === "means" || id === "differences"));

/** Figures are our own Markdown, which reads the same as text. */
function asSection({ id, title, table, lines }: rubric.SummarySection): ReportSection {
  const spell = (cell: string | { markdown: string }) => (typeof cell === "string" ? cell : cell.markdown);
  return { id, title, table: table && { head: table.head, rows: table.rows.map((row) => row.map(spell)) }, lines };
}
