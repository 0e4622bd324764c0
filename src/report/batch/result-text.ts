import type { batch } from "../../judging/index.ts";
import { bareTable, explainRough, type Layout, toned, visibleLine } from "../../text/presentation/index.ts";
import {
  batchSentences,
  brokenLines,
  describeSecondaryFields,
  distributionBars,
  intervalsOf,
  judgesAndCalls,
  meanText,
  singletonSentences,
  stoppedLines,
} from "./result-markdown.ts";

type BatchResult = batch.BatchResult;

/** Renders a measured experiment for a terminal, with the deciding number first and again at the end. */
export function batchResultText(result: BatchResult, layout: Layout = {}): string {
  const verdict = toned(layout, "strong", verdictOf(result));
  return [
    [toned(layout, "strong", visibleLine(result.title ?? result.name)), verdict].join("\n"),
    batchSentences(result).join("\n"),
    part("Distribution", distributionBars(result), layout),
    strataText(result, layout),
    part("Besides", describeSecondaryFields(result, visibleLine), layout),
    singletonSentences(result).join("\n"),
    [...judgesAndCalls(result, visibleLine), ...explainRough(intervalsOf(result))].join("\n"),
    brokenLines(result, visibleLine)
      .filter((line) => line !== "")
      .join("\n"),
    remarks(result)
      .map((line) => toned(layout, "doubtful", line))
      .join("\n"),
    verdict,
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

function verdictOf({ scores, scoring }: BatchResult): string {
  const weighted = scores.weighted_mean ? ", weighted to the population" : "";
  const mean = meanText(scores.weighted_mean ?? scores.mean);
  return `${visibleLine(scoring.primary)}: ${mean} (${scoring.direction}${weighted})`;
}

function part(title: string, lines: readonly string[], layout: Layout): string {
  return lines.length === 0 ? "" : [toned(layout, "strong", title), ...lines.map((line) => `  ${line}`)].join("\n");
}

function strataText({ scores }: BatchResult, layout: Layout): string {
  if (scores.per_stratum.length < 2) return "";
  const rows = scores.per_stratum.map(({ stratum, population, scored, mean }) => [
    stratum,
    population,
    scored,
    meanText(mean),
  ]);
  const table = bareTable(["bucket", "items", "scored", "mean"], rows, layout);
  return [toned(layout, "strong", "Buckets"), table].join("\n");
}

function remarks(result: BatchResult): string[] {
  return [
    ...result.warnings.map((warning) => `Warning: ${visibleLine(warning)}.`),
    ...stoppedLines(result, visibleLine),
  ];
}
