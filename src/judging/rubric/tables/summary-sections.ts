import type { Interval, KrippendorffAlpha, Undefined } from "../../../statistics/index.ts";
import {
  agree,
  formatBracketedRange,
  formatFixed,
  formatPercent,
  formatPValue,
  formatSigned,
  type MarkdownCell,
  plural,
  shortLine,
} from "../../../text/presentation/index.ts";
import { violationWords } from "../../panel/broken-answers.ts";
import type { JudgeSummary, RubricSummary } from "./summary.ts";

type SummarySectionId =
  | "means"
  | "differences"
  | "means_without"
  | "differences_without"
  | "judges"
  | "broken_rules"
  | "broken_answers"
  | "consistency"
  | "agreement"
  | "failure_tags";

/** A part of the summary: a table, sentences, or both. Our own cells are figures; the others may be foreign text. */
export interface SummarySection {
  id: SummarySectionId;
  title: string;
  table: { head: string[]; rows: MarkdownCell[][] } | null;
  lines: string[];
}

export function summarySections(summary: RubricSummary): SummarySection[] {
  return [
    { id: "means", title: "Means", ...meansOf(summary) },
    { id: "differences", title: "Differences between variants, on the same questions", ...differencesOf(summary) },
    ...selfNamingSections(summary),
    { id: "judges", title: "Judges", ...judgesOf(summary) },
    { id: "broken_rules", title: "Broken rules, over all attempts", ...rulesOf(summary.judges) },
    ...brokenSection(summary),
    { id: "consistency", title: "Self-consistency over repetitions", ...consistencyOf(summary.judges) },
    { id: "agreement", title: "Agreement between judges", ...agreementOf(summary) },
    { id: "failure_tags", title: "Failure tags", ...tagsOf(summary) },
  ];
}

type SectionBody = Omit<SummarySection, "id" | "title">;

function meansOf({ means, unknown_roles }: Pick<RubricSummary, "means" | "unknown_roles">): SectionBody {
  if (unknown_roles.includes("question"))
    return words("Without the names of questions, every judgement counts as one of its own.");
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

function differencesOf({
  differences,
  unknown_roles,
}: Pick<RubricSummary, "differences" | "unknown_roles">): SectionBody {
  if (unknown_roles.includes("question") || unknown_roles.includes("promptVariant"))
    return words("Needs the names of questions and variants.");
  if (differences.length === 0) return words("There is only one variant.");
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

function selfNamingSections({ self_naming, unknown_roles }: RubricSummary): SummarySection[] {
  if (!self_naming) return [];
  const { samples, means_without, differences_without } = self_naming;
  const title = `Without ${plural(samples, "sample")} that ${agree(samples, "names its", "name their")} own model or variant`;
  return [
    { id: "means_without", title: `${title}: means`, ...meansOf({ means: means_without, unknown_roles }) },
    {
      id: "differences_without",
      title: `${title}: differences`,
      ...differencesOf({ differences: differences_without, unknown_roles }),
    },
  ];
}

const MOST_BROKEN = 30;
const LONGEST_PROBLEM = 200;

/** Each answer that broke the contract, for inspection; its call's record has it whole. */
function brokenSection({ broken_answers: { count, first } }: RubricSummary): SummarySection[] {
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
  return [
    {
      id: "broken_answers",
      title: "Answers that broke the contract",
      ...table(["judge", "sample", "repetition", "answer", "what was wrong", "its call"], rows),
      lines: more,
    },
  ];
}

function judgesOf({ judges }: RubricSummary): SectionBody {
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

function rulesOf(judges: JudgeSummary[]): SectionBody {
  const rows = judges.flatMap(({ judge, broken_rules }) =>
    Object.entries(broken_rules).map(([rule, count]) => [judge, rule, String(count)]),
  );
  return rows.length === 0 ? words("None.") : table(["judge", "rule", "times"], rows);
}

function consistencyOf(judges: JudgeSummary[]): SectionBody {
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
  if (rows.length === 0) return words("No sample was judged twice by the same judge.");
  return table(["judge", "dimension", "samples", "same score every time", "α"], rows);
}

function agreementOf({ agreement_between_judges: agreement, judges }: RubricSummary): SectionBody {
  if (judges.length < 2) return words("There is only one judge.");
  return table(
    ["dimension", "α", "samples"],
    agreement.map(({ dimension, agreement: alpha }) => [
      dimension,
      spellAlpha(alpha),
      alpha.kind === "agreement" ? String(alpha.units) : "–",
    ]),
  );
}

function tagsOf({ failure_tags }: RubricSummary): SectionBody {
  const rows = Object.entries(failure_tags).map(([tag, count]) => [tag, String(count)]);
  return rows.length === 0 ? words("None.") : table(["tag", "judgements"], rows);
}

function words(line: string): SectionBody {
  return { table: null, lines: [line] };
}

function table(head: string[], rows: MarkdownCell[][]): SectionBody {
  return { table: { head, rows }, lines: [] };
}

/** Figures whose brackets and signs are meant as Markdown. */
function ours(markdown: string): MarkdownCell {
  return { markdown };
}

function spell(interval: Interval | Undefined, each: (value: number, more: number) => string = fixed): string {
  return interval.kind === "interval" ? formatBracketedRange(interval, each) : because(interval);
}

function spellAlpha(agreement: KrippendorffAlpha | Undefined): string {
  return agreement.kind === "agreement" ? fixed(agreement.alpha) : because(agreement);
}

const because = ({ reason }: Undefined) => `none: ${reason}`;
const fixed = (value: number, more = 0) => formatFixed(value, 3 + more);
const percent = (share: number, more = 0) => formatPercent(share, 1 + more);
