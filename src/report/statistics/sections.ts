import type { CampaignStatistics } from "./campaign-statistics.ts";
import { type Comparison, FEWEST_CASES, tooFewWords } from "./comparison.ts";
import { noiseLines } from "./noise-words.ts";
import { alphaWords, shareWords } from "./rate-words.ts";
import { intervalWords, percent, plural, points, pWords, rateWords } from "./words.ts";

/** A part of the report, before it becomes text or Markdown. */
export interface Section {
  title: string;
  table: { head: string[]; rows: string[][] } | null;
  lines: string[];
}

/** Twenty models make 190 pairs; the rest stands in the JSON. */
const MOST_PAIRS_LISTED = 15;

/** The statistics of a campaign in words and tables, in the order in which a reader asks. */
export function statisticsSections(statistics: CampaignStatistics): Section[] {
  return [
    scoreSection(statistics),
    comparisonSection(statistics.comparisons),
    reliabilitySection(statistics),
    judgeSection(statistics),
    { title: "Where the noise comes from", table: null, lines: noiseLines(statistics.noise) },
  ].filter(({ table, lines }) => table !== null || lines.length > 0);
}

function scoreSection({ models }: CampaignStatistics): Section {
  const reasons = new Set(
    models.flatMap(({ score }) =>
      score.kind === "mean" && score.interval.kind === "undefined" ? [score.interval.reason] : [],
    ),
  );
  return {
    title: "Scores with 95 % intervals",
    table: {
      head: ["model", "score", "95 % interval", "cases", "without score"],
      rows: models.map(({ label, score, trials, trials_without_score }) => {
        const missing = trials_without_score === 0 ? "0" : `${trials_without_score} of ${plural(trials, "trial")}`;
        if (score.kind === "undefined") return [label, "none", "–", "0", missing];
        return [
          label,
          score.mean.toFixed(2),
          intervalWords(score.interval, (value) => value.toFixed(2)),
          String(score.cases),
          missing,
        ];
      }),
    },
    lines: [...reasons].map((reason) => `No interval where ${reason}.`),
  };
}

function comparisonSection(comparisons: Comparison[]): Section {
  const title = "Differences between models";
  const tooFew = tooFewForAll(comparisons);
  if (tooFew !== null) return { title, table: null, lines: [tooFew] };
  const listed = comparisons.slice(0, MOST_PAIRS_LISTED);
  const rest = comparisons.slice(MOST_PAIRS_LISTED);
  const shown = rest.filter(({ verdict }) => verdict === "first_better" || verdict === "second_better").length;
  return {
    title,
    table: null,
    lines: [
      ...listed.map(comparisonLine),
      ...(rest.length > 0
        ? [`${plural(rest.length, "more pair")}, ${shown} of them with a difference: see the JSON output.`]
        : []),
    ],
  };
}

/** Where the number of cases alone forbids any verdict, one sentence says so for all pairs. */
function tooFewForAll(comparisons: Comparison[]): string | null {
  const counts = comparisons.map(({ difference }) => (difference.kind === "difference" ? difference.cases : 0));
  const most = Math.max(...counts);
  if (comparisons.length < 2 || most < 2 || most >= FEWEST_CASES) return null;
  return `No difference shown between any two models: ${tooFewWords(most)}.`;
}

/** The sentence with what it rests on. */
export function comparisonLine({ sentence, difference, p_adjusted }: Comparison): string {
  if (difference.kind === "undefined" || difference.cases < 2) return sentence;
  const { better, worse, equal, cases } = difference;
  if (equal === cases) return sentence;
  const test = p_adjusted === null ? "" : `, ${pWords(p_adjusted)}`;
  return `${sentence.slice(0, -1)} (${plural(cases, "case")}: ${better} higher, ${worse} lower, ${equal} equal${test}).`;
}

function reliabilitySection({ models, pass_threshold }: CampaignStatistics): Section {
  const lines = models.flatMap(({ label, reliability }) => {
    if (reliability === null) return [];
    const every = reliability.all_of_k.at(-1);
    const all = every ? `; all of ${every.k} runs pass: ${rateWords(every.rate)}` : "";
    return [`${label} passes: ${rateWords(reliability.pass_rate)}${all}`];
  });
  return { title: `Reliability (a score of ${pass_threshold} or more passes)`, table: null, lines };
}

function judgeSection({ agreement, rates }: CampaignStatistics): Section {
  const offsets = agreement.offsets?.filter(({ offset }) => Math.abs(offset) >= 0.3) ?? [];
  const repeated = agreement.repetitions.filter(
    ({ agreement: alpha }) => alpha.kind === "agreement" || alpha.reason !== "no unit was rated twice",
  );
  return {
    title: "Judges",
    table: null,
    lines: [
      ...repeated.map(
        ({ judge_run_id, agreement: alpha }) => `Repetitions of ${judge_run_id} agree: ${alphaWords(alpha)}.`,
      ),
      ...(repeated.length === 0
        ? ["Agreement of repetitions is not known: every trial was judged once per judge."]
        : []),
      ...(agreement.repetitions.length > 1
        ? [`Judges agree with each other: ${alphaWords(agreement.between_judges)}.`]
        : []),
      ...offsets.map(
        ({ judge_run_id, offset }) =>
          `${judge_run_id} scores ${points(Math.abs(offset))} ${offset < 0 ? "below" : "above"} the panel's mean.`,
      ),
      ...(rates.shared > 0 ? [sharedWords(rates.shared)] : []),
      `Unscored trials: ${shareWords(rates.unscored)}. Broken verdicts: ${shareWords(rates.broken_verdicts)}.`,
      `Ambiguous trials (verdicts disagree): ${shareWords(rates.ambiguous)}. Quotes found in what the judge saw: ${shareWords(rates.grounded)}.`,
      ...(rates.grounded.kind === "proportion" && rates.grounded.share < 0.9
        ? [
            `Only ${percent(rates.grounded.share)} of the quotes are found in what the judge saw: read some verdicts before trusting the scores.`,
          ]
        : []),
    ],
  };
}

function sharedWords(shared: number): string {
  const who = shared === 1 ? "1 trial gave its judges" : `${shared} trials gave their judges`;
  return `${who} the very bytes of another trial and share its verdicts: asked once, counted once in this section.`;
}
