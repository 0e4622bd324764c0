import type { ShownEvidence, ShownTrial, ShownVerdict } from "../../judging/index.ts";
import { formatRounded, type Layout, type Tone, toned, visibleLine } from "../../text/presentation/index.ts";

/** Renders each judge's verdict, with the numbers of its quotes. */
export function verdictBlocks({ verdicts }: ShownTrial, layout: Layout): string[] {
  return verdicts.flatMap((verdict) => [
    `  ${toned(layout, "strong", `${visibleLine(verdict.judge)} #${verdict.repetition}`)}: ${cameTo(verdict, layout)}`,
    ...dimensionLine(verdict),
    ...(verdict.summary ? [`    ${visibleLine(verdict.summary)}`] : []),
    ...(verdict.reason && verdict.reason !== verdict.summary ? [`    ${visibleLine(verdict.reason)}`] : []),
    ...verdict.evidence.map((item) => `    ${evidenceLine(item, layout)}`),
  ]);
}

function cameTo({ status, score, problem }: ShownVerdict, layout: Layout): string {
  if (status === "verdict") return score === null ? "a verdict" : formatRounded(score);
  return toned(layout, "bad", `${status.replaceAll("_", " ")}${problem ? `: ${visibleLine(problem)}` : ""}`);
}

function dimensionLine({ dimensions }: ShownVerdict): string[] {
  const each = Object.entries(dimensions).map(([name, score]) => `${visibleLine(name)} ${formatRounded(score)}`);
  return each.length === 0 ? [] : [`    ${each.join(", ")}`];
}

const MARKS: Record<ShownEvidence["state"], [Tone, string]> = {
  grounded: ["good", "✓"],
  task_only: ["doubtful", "○"],
  not_found: ["bad", "✗"],
  quotes_nothing: ["faint", "·"],
};

function evidenceLine({ dimension, text, state, quotes, places, missing }: ShownEvidence, layout: Layout): string {
  const [tone, mark] = MARKS[state];
  const numbers =
    quotes.length > 0 ? ` ${toned(layout, "quoted", quotes.map((number) => `[${number}]`).join(""))}` : "";
  const elsewhere = [
    ...(places.length > 0 ? [`quoted from: ${places.join(", ")}`] : []),
    ...(missing.length > 0
      ? [`not found: ${missing.map((quote) => JSON.stringify(visibleLine(quote))).join(", ")}`]
      : []),
  ];
  const where = elsewhere.length > 0 ? ` (${elsewhere.join("; ")})` : "";
  return `${toned(layout, tone, mark)} ${visibleLine(dimension)}: ${visibleLine(text)}${numbers}${where}`;
}
