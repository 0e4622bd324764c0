import type { CheckResult, EvaluationRecord, TrialResult } from "../../../src/records/index.ts";
import { iterationsOf, kindOf, trialAt, trialsOf } from "./dossier.ts";
import type { ForgeryTheme } from "./forgery.ts";

/** A trial of which everything is bad: another answer than asked for, a failed required check, verdicts far apart. */
const BAD = "gamma+plain/sum/1";
const CARELESS = "beta+plain/greeting/1";

type Change<Part> = [name: string, change: (part: Part, record: EvaluationRecord) => void];

/** Fields of a trial's result as a report shows them, each changed alone. */
const RESULT: Change<TrialResult>[] = [
  ["score", (result) => (result.score = 9.4)],
  ["score, by a digit that rounds away", (result) => (result.score! += 0.01)],
  ["passed", (result) => (result.passed = true)],
  ["score and passed", (result) => Object.assign(result, { score: 8, passed: true })],
  [
    "score, passed and every judge's score",
    (result) => {
      Object.assign(result, { score: 8, passed: true });
      for (const run of result.judge_runs) Object.assign(run, { score: 8, passed: true });
    },
  ],
  ["state to unscored", (result) => Object.assign(result, { state: "unscored", score: null, passed: null })],
  [
    "state to not_judged",
    (result) => Object.assign(result, { state: "not_judged", score: null, passed: null, judge_runs: [] }),
  ],
  ["state to checked, with passed", (result) => Object.assign(result, { state: "checked", passed: true })],
  ["reason", (result) => (result.reason = "the provider was down")],
  ["names_itself", (result) => (result.names_itself = true)],
  ["run_status", (result) => (result.run_status = "provider_error")],
  ["judge_reason", (result) => (result.judge_reason = "A flawless answer.")],
  ["disagreement", (result) => (result.disagreement = 0)],
  ["one dimension", (result) => (result.dimensions!.task = { score: 10, passed: true })],
  [
    "two dimensions, of the same sum",
    (result) => {
      const { task, spark } = result.dimensions!;
      [task.score, spark.score] = [spark.score, task.score];
    },
  ],
  ["whether a dimension passed", (result) => (result.dimensions!.task.passed = true)],
  ["grounding: what quotes", (result) => (result.grounding.quoting += 3)],
  ["grounding: what is grounded", (result) => (result.grounding.grounded -= 5)],
  ["grounding: where", (result) => (result.grounding.places = { answer: 60 })],
  ["what the run cost", (result) => (result.run!.cost_usd = 0.5)],
  ["that the run had no price", (result) => (result.run!.cost_usd = null)],
  ["how long the run took", (result) => (result.run!.duration_ms += 60_000)],
  ["how long the model took", (result) => (result.run!.latency_ms = 123_456)],
  ["tokens of the prompt", (result) => (result.run!.prompt_tokens = 1)],
  ["tokens of the answer", (result) => (result.run!.completion_tokens = 1)],
  ["how many tools were called", (result) => (result.run!.tool_calls = 7)],
  ["all figures of the run", (result) => (result.run = null)],
  ["how many calls the judging took", (result) => (result.judging.calls_reused = 2)],
  ["what the judging cost", (result) => (result.judging.reused_usd = 0.00001)],
  ["that the judging had no price", (result) => (result.judging.reused_usd = null)],
  ["that the judging was paid for just now", (result) => (result.judging.new_usd = 12)],
  ["warnings, one more", (result) => result.warnings.push("the subject cheated")],
  ["the count of checks", (result) => Object.assign(result.checks, { passed: 3, failed: 0 })],
  ["the outcome of a check", (result) => (result.checks.outcomes[0]!.outcome = "passed")],
  ["the list of checks that did not pass", (result) => (result.checks.not_passed = [])],
  ["what a failed check says", (result) => (result.checks.not_passed[0]!.message = "A matter of taste.")],
  [
    "whether a failed check was required",
    (result) => {
      result.checks.outcomes[0]!.required = false;
      result.checks.not_passed[0]!.required = false;
    },
  ],
];

/** Of one judge run, and of its first verdict. */
const JUDGE_RUN: Change<TrialResult["judge_runs"][number]>[] = [
  ["the score of a judge", (run) => (run.score = 9)],
  ["whether it passed for a judge", (run) => (run.passed = true)],
  ["the judge of a judge run", (run) => (run.judge_id = "lenient_judge")],
  ["the name of a judge run", (run) => (run.judge_run_id = "expert")],
  ["the dimensions of a judge", (run) => (run.dimensions!.task = { score: 10, passed: true })],
  ["the score of a verdict", ({ iterations }) => (iterations[0]!.score = 9)],
  ["the dimensions of a verdict", ({ iterations }) => (iterations[0]!.dimensions!.task = 10)],
  ["whether a verdict counts", ({ iterations }) => (iterations[0]!.aggregated = false)],
  ["what a verdict is: invalid", ({ iterations }) => (iterations[0]!.status = "invalid")],
  ["what a verdict is: unanswered", ({ iterations }) => (iterations[0]!.status = "unanswered")],
  ["how many attempts a verdict took", ({ iterations }) => (iterations[0]!.attempts = 3)],
  ["what was repaired in a verdict", ({ iterations }) => iterations[0]!.repairs.push("a fence was taken off")],
  ["the problem of a verdict", ({ iterations }) => (iterations[0]!.problem = "it was cut off")],
  ["what a verdict cost", ({ iterations }) => (iterations[0]!.cost_usd = 1)],
  ["which repetition a verdict is", ({ iterations }) => (iterations[0]!.repetition = 9)],
  ["the grounding of a verdict", ({ iterations }) => (iterations[0]!.grounding.grounded = 0)],
  [
    "broken answers, one more",
    ({ iterations }) =>
      iterations[0]!.broken_answers.push({ attempt: 1, violations: [{ rule: "not_json", path: "", message: "no" }] }),
  ],
];

const CHECK: Change<CheckResult>[] = [
  ["the outcome of a check in its record", (check) => (check.outcome = "passed")],
  ["that a check was required, in its record", (check) => (check.required = false)],
  ["what a check is called, in its record", (check) => (check.check_id = "says-anything")],
];

/** Of the record around a result. */
const RECORD: Change<EvaluationRecord>[] = [
  ["the threshold of one trial", (record) => (record.aggregation.pass_threshold = 2)],
  ["a threshold to none", (record) => (record.aggregation.pass_threshold = null)],
  ["the method of one trial", (record) => (record.aggregation.method = "mean")],
  ["the run that was judged", (record) => (record.result.run_id = "0".repeat(64))],
];

export const evaluationForgeries: ForgeryTheme = {
  theme: "a field of an evaluation",
  forgeries: [
    ...RESULT.map(([name, change]) => ({
      name: `${name} other in a result`,
      forge: onTrial(BAD, (record) => change(record.result, record)),
    })),
    ...JUDGE_RUN.map(([name, change]) => ({
      name: `${name} other`,
      forge: onTrial(BAD, (record) => change(record.result.judge_runs[0]!, record)),
    })),
    ...CHECK.map(([name, change]) => ({
      name: `${name} other`,
      seenIn: { show: BAD },
      forge: onTrial(BAD, (record) => change(record.checks[0]!, record)),
    })),
    ...RECORD.map(([name, change]) => ({ name: `${name} other`, forge: onFirst((record) => change(record, record)) })),
    {
      name: "broken answers of a careless judge vanish",
      forge: onTrial(CARELESS, (record) => {
        for (const iteration of iterationsOf(record)) Object.assign(iteration, { broken_answers: [], attempts: 1 });
      }),
    },
    {
      name: "warnings about broken answers vanish",
      forge: onTrial(CARELESS, ({ result }) => (result.warnings = [])),
    },
    {
      name: "the costs of every trial of a subject vanish, and those of its judging",
      forge(dossier) {
        for (const { evaluation, model } of trialsOf(dossier)) {
          if (model !== "beta+brief") continue;
          const { result } = evaluation.value;
          Object.assign(result.run!, { cost_usd: 0 });
          result.judging.reused_usd = 0;
          for (const iteration of iterationsOf(evaluation.value)) iteration.cost_usd = 0;
        }
      },
    },
    {
      name: "every judge a program, in what evaluations say of judges",
      campaign: "again",
      seenIn: { show: "alpha/sum/1" },
      forge(dossier) {
        for (const { value } of kindOf(dossier.records, "evaluation"))
          for (const judge of value.judges) Object.assign(judge, { offline: true, model: "offline/judge" });
      },
    },
  ],
};

function onTrial(name: string, change: (record: EvaluationRecord) => void): ForgeryTheme["forgeries"][number]["forge"] {
  return (dossier) => change(trialAt(dossier, name).evaluation.value);
}

/** A report takes its threshold from the first trial of all. */
function onFirst(change: (record: EvaluationRecord) => void): ForgeryTheme["forgeries"][number]["forge"] {
  return (dossier) => change(trialAt(dossier, "alpha+brief/capital/1").evaluation.value);
}
