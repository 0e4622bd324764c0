import {
  bareTable,
  escapeMarkdown,
  type Layout,
  markdownTable,
  restLine,
  toned,
  visibleLine,
} from "../../text/presentation/index.ts";
import { leftOutLines } from "../compare/left-out-text.ts";
import { meanLines, meanTable } from "../compare/render.ts";
import { differenceCells } from "../statistics/format-figures.ts";
import type { ChangedCase } from "./changed-outcomes.ts";
import { ANSWER_WORDS, type GateReport } from "./decide-gate.ts";

const MOST_LISTED = 10;

/** Renders a gate's answer for the terminal: the result first, then its basis. */
export function renderGateText(report: GateReport, layout: Layout = {}): string {
  const tone = report.passed ? "good" : "bad";
  const lists = outcomeLists(report);
  return [
    toned(layout, tone, visibleLine(report.reason)),
    "",
    ...meanLines(report.comparison),
    ...(report.subjects.length > 0 ? ["", bareTable(SUBJECT_HEAD, subjectRows(report), layout)] : []),
    ...lists.flatMap(({ title, rows, rest }) => [
      "",
      `${title}:`,
      bareTable(OUTCOME_HEAD, rows, { ...layout, keys: 2 }),
      ...restLine(rest, 0, "case"),
    ]),
    ...remarks(report).flatMap((line, index) => (index === 0 ? ["", line] : [line])),
    "",
    toned(layout, tone, report.passed ? "The gate is passed." : `The gate is closed${closedBy(report)}.`),
  ].join("\n");
}

/** Renders a gate's answer as Markdown for a pull request. */
export function renderGateMarkdown(report: GateReport): string {
  return [
    `## ${report.passed ? "✅" : "❌"} Assay: ${ANSWER_WORDS[report.answer].toLowerCase()}`,
    "",
    escapeMarkdown(report.reason),
    "",
    meanTable(report.comparison),
    ...(report.subjects.length > 0 ? ["", markdownTable(SUBJECT_HEAD, subjectRows(report))] : []),
    ...outcomeLists(report).flatMap(({ title, rows, rest }) => [
      "",
      `**${title}**`,
      "",
      markdownTable(OUTCOME_HEAD, rows),
      ...restLine(rest, 0, "case").flatMap((line) => ["", line]),
    ]),
    ...remarks(report).flatMap((line) => ["", escapeMarkdown(line)]),
  ].join("\n");
}

const SUBJECT_HEAD = ["subject", "answer", "difference", "95 % interval"];
const OUTCOME_HEAD = ["subject", "case", "passed before", "passed now"];

function subjectRows({ subjects, comparison }: GateReport): string[][] {
  return subjects.map(({ model_id, answer }, index) => {
    const { difference } = comparison.models[index]!;
    return [model_id, ANSWER_WORDS[answer].toLowerCase(), ...differenceCells(difference)];
  });
}

function outcomeLists({ fails_now, passes_now, flaky }: GateReport) {
  return [
    { title: "Fails now", cases: fails_now },
    { title: "Passes now", cases: passes_now },
    { title: "Flaky: passed at one time and failed at another, without a change", cases: flaky },
  ]
    .filter(({ cases }) => cases.length > 0)
    .map(({ title, cases }) => ({
      title,
      rows: cases.slice(0, MOST_LISTED).map(outcomeRow),
      rest: Math.max(0, cases.length - MOST_LISTED),
    }));
}

function outcomeRow({ model_id, case_id, base, candidate }: ChangedCase): string[] {
  return [model_id, case_id, `${base.passed} of ${base.of}`, `${candidate.passed} of ${candidate.of}`];
}

function remarks({ comparison }: GateReport): string[] {
  return [...leftOutLines(comparison), ...comparison.warnings.map((warning) => `Warning: ${warning}.`)];
}

function closedBy({ answer, comparison }: GateReport): string {
  if (answer === "regressed") return "";
  return comparison.undecided_cases.length > 0 ? ": scores are missing" : ": --strict asks for more data";
}
