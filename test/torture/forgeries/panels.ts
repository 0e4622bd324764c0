import type { Aggregation } from "../../../src/records/index.ts";
import { copyOf, type Dossier, type ForgedTrial, kindOf, trialAt, trialsOf } from "./dossier.ts";
import type { Forgery, ForgeryTheme } from "./forgery.ts";
import { dropJudges, judgeRunOf, trialsOfModel, withoutVerdicts } from "./moves.ts";
import { recount } from "./recount.ts";
import { SAMPLE_SIZES } from "./workspace-files.ts";

const TRIAL = "beta+plain/sum/2";
const SUBJECT = "beta+plain";
const JUDGES = ["strict", "lenient", "careless", "moody"];

/** The extent of changes to a panel: one trial, or all of a subject. */
const REACH: [words: string, trials: (dossier: Dossier) => ForgedTrial[]][] = [
  ["one trial", (dossier) => [trialAt(dossier, TRIAL)]],
  ["a subject", (dossier) => trialsOfModel(dossier, SUBJECT)],
];

/** Ways to have other verdicts count than were given; what follows from them is counted again. */
const WAYS: [words: string, change: (dossier: Dossier, trial: ForgedTrial) => void][] = [
  ...JUDGES.map((judge): (typeof WAYS)[number] => [
    `the judge run ${judge} missing`,
    (dossier, trial) => dropJudges(dossier, trial, judge),
  ]),
  [
    "all judges but the lenient one missing",
    (dossier, trial) => dropJudges(dossier, trial, "strict", "careless", "moody"),
  ],
  ...(["not_asked", "unanswered", "invalid"] as const).map((status): (typeof WAYS)[number] => [
    `the bad verdicts of the moody judge ${status}`,
    (dossier, trial) => withoutVerdicts(dossier, trial, "moody", status, (score) => score < 6),
  ]),
  [
    "the bad verdicts of the moody judge missing",
    (dossier, trial) => {
      const run = judgeRunOf(trial, "moody");
      run.iterations = run.iterations.filter(({ score }) => score! > 6);
      recount(dossier, trial.evaluation);
    },
  ],
  [
    "the middle verdict of the moody judge the whole sample",
    (dossier, trial) => {
      judgeRunOf(trial, "moody").iterations.reverse();
      recount(dossier, trial.evaluation, { ...SAMPLE_SIZES, moody: 1 });
    },
  ],
  ["all four verdicts of the careless judge count", (dossier, trial) => recount(dossier, trial.evaluation, {})],
  [
    "one verdict of the careless judge the sample",
    (dossier, trial) => recount(dossier, trial.evaluation, { careless: 1 }),
  ],
  [
    "the lenient judge sit twice",
    (dossier, trial) => {
      const { value } = trial.evaluation;
      const twin = { ...copyOf(judgeRunOf(trial, "lenient")), judge_run_id: "second" };
      value.result.judge_runs.push(twin);
      value.judges.push({
        ...value.judges.find(({ judge_run_id }) => judge_run_id === "lenient")!,
        judge_run_id: "second",
      });
      recount(dossier, trial.evaluation);
    },
  ],
  [
    "the lenient judge sit in the strict one's chair",
    (dossier, trial) => {
      const lenient = copyOf(judgeRunOf(trial, "lenient").iterations[0]!);
      judgeRunOf(trial, "strict").iterations = [lenient, { ...copyOf(lenient), repetition: 2 }];
      recount(dossier, trial.evaluation);
    },
  ],
  [
    "the names of two judges exchanged",
    (dossier, trial) => {
      const [strict, lenient] = [judgeRunOf(trial, "strict"), judgeRunOf(trial, "lenient")];
      [strict.iterations, lenient.iterations] = [lenient.iterations, strict.iterations];
      recount(dossier, trial.evaluation);
    },
  ],
  [
    "one more repetition of the lenient judge, the same again",
    (dossier, trial) => {
      const { iterations } = judgeRunOf(trial, "lenient");
      iterations.push({ ...copyOf(iterations[0]!), repetition: 2 });
      recount(dossier, trial.evaluation);
    },
  ],
  ...(["mean", "majority_vote", "all_pass"] as const).map((method): (typeof WAYS)[number] => [
    `verdicts aggregated by ${method}`,
    (dossier, trial) => aggregate(dossier, trial, { ...trial.evaluation.value.aggregation, method }),
  ]),
  ...([0, 3.5, 9.9, null] as const).map((pass_threshold): (typeof WAYS)[number] => [
    `${pass_threshold ?? "nothing"} the threshold`,
    (dossier, trial) => aggregate(dossier, trial, { ...trial.evaluation.value.aggregation, pass_threshold }),
  ]),
];

function aggregate(dossier: Dossier, { evaluation }: ForgedTrial, aggregation: Aggregation): void {
  evaluation.value.aggregation = aggregation;
  recount(dossier, evaluation);
}

export const panelForgeries: ForgeryTheme = {
  theme: "who judged, and which verdicts count",
  forgeries: [
    ...REACH.flatMap(([where, trials]) =>
      WAYS.map(
        ([words, change]): Forgery => ({
          name: `${words}, for ${where}`,
          forge(dossier) {
            for (const trial of trials(dossier)) change(dossier, trial);
          },
        }),
      ),
    ),
    {
      name: "the judges of a subject of another model, in its evaluations",
      seenIn: { show: TRIAL },
      forge(dossier) {
        for (const { evaluation } of trialsOfModel(dossier, SUBJECT))
          for (const judge of evaluation.value.judges) judge.model = "openai/gpt-9";
      },
    },
    {
      name: "no judge of a subject be a program, in its evaluations",
      seenIn: { show: TRIAL },
      forge(dossier) {
        for (const { evaluation } of trialsOfModel(dossier, SUBJECT))
          for (const judge of evaluation.value.judges) judge.offline = false;
      },
    },
    {
      name: "every trial checked only, and pass",
      forge(dossier) {
        for (const { evaluation } of trialsOf(dossier)) withoutJudges(evaluation);
      },
    },
    {
      name: "one trial checked only, and not pass",
      forge: (dossier) => withoutJudges(trialAt(dossier, "alpha+plain/sum/1").evaluation, false),
    },
    {
      name: "a trial unscored although its judges answered",
      forge(dossier) {
        const trial = trialAt(dossier, TRIAL);
        for (const judge of JUDGES) withoutVerdicts(dossier, trial, judge, "invalid");
      },
    },
    {
      name: "the strict judge missing everywhere, and from the campaign, under the campaign's old name",
      // A packed file has no profile whose fingerprint the name could be held against.
      only: "store",
      forge(dossier) {
        for (const trial of trialsOf(dossier)) dropJudges(dossier, trial, "strict");
        for (const { value } of kindOf(dossier.records, "campaign"))
          if (value.suite_id === "panel")
            value.judge_runs = value.judge_runs.filter(({ judge_run_id }) => judge_run_id !== "strict");
      },
    },
    {
      name: "the strict judge missing everywhere, but not from the campaign",
      forge(dossier) {
        for (const trial of trialsOf(dossier)) dropJudges(dossier, trial, "strict");
      },
    },
    {
      name: "the moody judge's first verdict the only one, everywhere",
      // Samples are in the list of cases, which is not packed.
      only: "store",
      forge(dossier) {
        for (const trial of trialsOf(dossier)) recount(dossier, trial.evaluation, { ...SAMPLE_SIZES, moody: 1 });
      },
    },
  ],
};

function withoutJudges({ value }: ForgedTrial["evaluation"], passed = true): void {
  const reason = "checked only, because the evaluation profile asks no judge";
  const nothing = { items: 0, quoting: 0, grounded: 0, task_only: 0, places: {} };
  Object.assign(value.result, { state: "checked", reason, passed, score: null, dimensions: null, judge_reason: null });
  Object.assign(value.result, { judge_runs: [], disagreement: null, grounding: nothing });
  Object.assign(value, { judges: [], evidence_places: [] });
}
