import {
  agree,
  bracketedRange,
  escapeMarkdown,
  formatFixed,
  formatPercent,
  formatPValue,
  formatSigned,
  formatUsd,
  type MarkdownCell,
  markdownTable,
  plural,
  roughLines,
  shortLine,
} from "../../../presentation/index.ts";
import type { Interval, KrippendorffAlpha, Undefined } from "../../../statistics/index.ts";
import { violationWords } from "../../panel/index.ts";
import type { JudgeSummary, RubricSummary } from "./summary.ts";

/** The summary for people. Every number leads back to scores_long.csv beside it, and from there to the records. */
export function summaryMarkdown(name: string, summary: RubricSummary): string {
  const { verdicts, invalid, unanswered } = summary.judgements;
  const counted = `${plural(verdicts, "valid judgement")} of ${plural(summary.samples, "sample")}; ${invalid} invalid and ${unanswered} unanswered ones are left out and listed in invalid.csv.`;
  return [
    `# ${escapeMarkdown(name)}`,
    counted,
    ...remarks(summary),
    ...section("Means", meansTable(summary)),
    ...section("Differences between variants, on the same questions", differencesTable(summary)),
    ...selfNamingSections(summary),
    ...section("Judges", judgesTable(summary)),
    ...section("Broken rules, over all attempts", rulesTable(summary.judges)),
    ...brokenSection(summary),
    ...section("Self-consistency over repetitions", consistencyTable(summary.judges)),
    ...section("Agreement between judges", agreementTable(summary)),
    ...section("Failure tags", tagsTable(summary)),
    ...roughRemark(summary),
    "Intervals are 95 %. Means and differences take the question as the unit: all scores of one question are averaged first. A difference is the second variant minus the first; p is from a sign-flip test, adjusted by Holm for all differences here. α is Krippendorff's, ordinal: 1 is perfect agreement, 0 is chance.",
    "",
  ].join("\n\n");
}

function remarks(summary: RubricSummary): string[] {
  const lines: string[] = [];
  if (summary.offline)
    lines.push("**Offline**: judged by rules and not by a language model; the scores show the machinery, not quality.");
  if (summary.self_judged > 0)
    lines.push(
      `**Self-judging**: in ${plural(summary.self_judged, "judgement")} the judge is the model that wrote the output.`,
    );
  if (summary.cost_usd !== null && summary.cost_usd > 0)
    lines.push(`The judgements cost ${formatUsd(summary.cost_usd, 4)} in all, whenever they were paid.`);
  if (summary.unknown_roles.length > 0)
    lines.push(`The records do not tell: ${summary.unknown_roles.join(", ")}; what needs it is missing below.`);
  return lines;
}

function meansTable({ means, unknown_roles }: Pick<RubricSummary, "means" | "unknown_roles">): string[] {
  if (unknown_roles.includes("question"))
    return ["Without the names of questions, every judgement counts as one of its own."];
  return table(
    ["model", "variant", "eval set", "dimension", "mean", "95 % interval", "questions", "judgements"],
    means.map(({ model, prompt_variant, eval_set_variant, dimension, mean }) => [
      model,
      prompt_variant,
      eval_set_variant,
      dimension,
      ...(mean.kind === "mean"
        ? [fixed(mean.mean), ours(spell(mean.interval)), String(mean.cases), String(mean.scores)]
        : ["–", because(mean), "0", "0"]),
    ]),
  );
}

function differencesTable({
  differences,
  unknown_roles,
}: Pick<RubricSummary, "differences" | "unknown_roles">): string[] {
  if (unknown_roles.includes("question") || unknown_roles.includes("promptVariant"))
    return ["Needs the names of questions and variants."];
  if (differences.length === 0) return ["There is only one variant."];
  return table(
    [
      "model",
      "eval set",
      "dimension",
      "variants",
      "difference",
      "95 % interval",
      "p (Holm)",
      "questions",
      "better / worse / equal",
    ],
    differences.map(({ model, eval_set_variant, dimension, first, second, difference, p_adjusted }) => [
      model,
      eval_set_variant,
      dimension,
      `${first} → ${second}`,
      ...(difference.kind === "difference"
        ? [
            formatSigned(difference.difference, 3),
            ours(spell(difference.interval)),
            p_adjusted === null ? "–" : ours(formatPValue(p_adjusted)),
            difference.unpaired > 0
              ? `${difference.cases} (${difference.unpaired} unpaired)`
              : String(difference.cases),
            `${difference.better} / ${difference.worse} / ${difference.equal}`,
          ]
        : ["–", because(difference), "–", "0", "–"]),
    ]),
  );
}

function selfNamingSections({ self_naming, unknown_roles }: RubricSummary): string[] {
  if (!self_naming) return [];
  const { samples, means_without, differences_without } = self_naming;
  const title = `Without ${plural(samples, "sample")} that ${agree(samples, "names its", "name their")} own model or variant`;
  return [
    ...section(`${title}: means`, meansTable({ means: means_without, unknown_roles })),
    ...section(`${title}: differences`, differencesTable({ differences: differences_without, unknown_roles })),
  ];
}

/** Each answer that broke the contract, so that a reader can look at it; its call's record has it whole. */
function brokenSection({ broken_answers: { count, first } }: RubricSummary): string[] {
  if (count === 0) return [];
  const rows = first
    .slice(0, MOST_BROKEN)
    .map(({ judge, sample, question, repetition, attempt, became, violations }) => [
      judge,
      question === "" ? sample : `${sample} (${question})`,
      String(repetition),
      String(attempt),
      shortLine(violationWords(violations), LONGEST_PROBLEM),
      became === "verdict" ? "asked again, then valid" : became,
    ]);
  const more = count > rows.length ? [`… and ${count - rows.length} more; judgements.jsonl has all of them.`] : [];
  return section("Answers that broke the contract", [
    ...table(["judge", "sample", "repetition", "answer", "what was wrong", "its call"], rows),
    ...more.flatMap((line) => ["", line]),
  ]);
}

const MOST_BROKEN = 30;
const LONGEST_PROBLEM = 200;

function judgesTable({ judges }: RubricSummary): string[] {
  return table(
    ["judge", "valid", "invalid", "invalid rate", "unanswered", "verified evidence", "remarks"],
    judges.map((judge) => {
      const { invalid_rate: rate, verified_evidence: evidence } = judge;
      return [
        judge.judge,
        String(judge.verdicts),
        String(judge.invalid),
        rate.kind === "proportion" ? ours(`${percent(rate.share)} ${spell(rate.interval, percent)}`) : because(rate),
        String(judge.unanswered),
        evidenceWords(evidence),
        [judge.offline ? "offline" : "", judge.self_judged > 0 ? `self-judging (${judge.self_judged})` : ""]
          .filter(Boolean)
          .join(", "),
      ];
    }),
  );
}

function evidenceWords({ share, quoted, task_only }: JudgeSummary["verified_evidence"]): string {
  if (share === null) return "–";
  return `${percent(share)} of ${quoted}${task_only > 0 ? `, ${task_only} from the task only` : ""}`;
}

function rulesTable(judges: JudgeSummary[]): string[] {
  const rows = judges.flatMap(({ judge, broken_rules }) =>
    Object.entries(broken_rules).map(([rule, count]) => [judge, rule, String(count)]),
  );
  return rows.length === 0 ? ["None."] : table(["judge", "rule", "times"], rows);
}

function consistencyTable(judges: JudgeSummary[]): string[] {
  const rows = judges.flatMap(({ judge, self_consistency }) =>
    self_consistency
      .filter(({ samples }) => samples > 0)
      .map(({ dimension, samples, always_equal, agreement }) => [
        judge,
        dimension,
        String(samples),
        percent(always_equal!),
        spellAlpha(agreement),
      ]),
  );
  if (rows.length === 0) return ["No sample was judged twice by the same judge."];
  return table(["judge", "dimension", "samples", "same score every time", "α"], rows);
}

function agreementTable({ agreement_between_judges: agreement, judges }: RubricSummary): string[] {
  if (judges.length < 2) return ["There is only one judge."];
  return table(
    ["dimension", "α", "samples"],
    agreement.map(({ dimension, agreement: alpha }) => [
      dimension,
      spellAlpha(alpha),
      alpha.kind === "agreement" ? String(alpha.units) : "–",
    ]),
  );
}

function tagsTable({ failure_tags }: RubricSummary): string[] {
  const rows = Object.entries(failure_tags).map(([tag, count]) => [tag, String(count)]);
  return rows.length === 0 ? ["None."] : table(["tag", "judgements"], rows);
}

function section(title: string, lines: string[]): string[] {
  return [`## ${title}`, lines.join("\n")];
}

function table(header: string[], rows: MarkdownCell[][]): string[] {
  return [markdownTable(header, rows, "left")];
}

/** Figures, whose brackets and signs are meant as Markdown reads them. */
function ours(markdown: string): MarkdownCell {
  return { markdown };
}

function spell(interval: Interval | Undefined, each: (value: number, more: number) => string = fixed): string {
  return interval.kind === "interval" ? bracketedRange(interval, each) : because(interval);
}

/** What the mark beside an interval means, where there is one. */
function roughRemark({ means, differences, self_naming }: RubricSummary): string[] {
  const intervals = [
    ...[...means, ...(self_naming?.means_without ?? [])].map(({ mean }) => mean),
    ...[...differences, ...(self_naming?.differences_without ?? [])].map(({ difference }) => difference),
  ].map((figure) => (figure.kind === "undefined" ? figure : figure.interval));
  return roughLines(intervals);
}

function spellAlpha(agreement: KrippendorffAlpha | Undefined): string {
  return agreement.kind === "agreement" ? fixed(agreement.alpha) : because(agreement);
}

const because = ({ reason }: Undefined) => `none: ${reason}`;
const fixed = (value: number, more = 0) => formatFixed(value, 3 + more);
const percent = (share: number, more = 0) => formatPercent(share, 1 + more);
