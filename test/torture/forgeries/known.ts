import { type Aggregation, factsOf } from "../../../src/records/index.ts";
import { addRecord, copyOf, iterationsOf, recordOf, removeRecords, trialAt, trialsOf } from "./dossier.ts";
import type { ForgeryTheme } from "./forgery.ts";
import {
  dropJudges,
  forgetTrial,
  freshKey,
  judgeRunOf,
  setCheck,
  showOtherPacket,
  takeOver,
  trialsOfModel,
  withoutVerdicts,
} from "./moves.ts";
import { recount } from "./recount.ts";
import { SAMPLE_SIZES } from "./workspace-files.ts";

/** The first attempts of an attacker without knowledge of this code: the shortest ways to a better score. */
export const knownForgeries: ForgeryTheme = {
  theme: "what an outsider tried first",
  forgeries: [
    {
      name: "a score of 10 without any judge",
      forge(dossier) {
        const { result } = trialAt(dossier, "gamma+plain/greeting/2").evaluation.value;
        Object.assign(result, { judge_runs: [], state: "checked", score: 10, passed: true });
        Object.assign(result, { reason: "checked only, because the evaluation profile asks no judge" });
      },
    },
    {
      name: "the strict judge missing from one trial",
      forge: (dossier) => dropJudges(dossier, trialAt(dossier, "gamma+plain/sum/2"), "strict"),
    },
    {
      name: "the strict judge missing from all trials of a subject",
      forge(dossier) {
        for (const trial of trialsOfModel(dossier, "gamma+plain")) dropJudges(dossier, trial, "strict");
      },
    },
    {
      name: "the verdicts of the strict judge never asked for",
      forge: (dossier) => withoutVerdicts(dossier, trialAt(dossier, "gamma+plain/sum/2"), "strict", "not_asked"),
    },
    {
      name: "the calls of the lenient judge those of the strict one",
      forge(dossier) {
        const trial = trialAt(dossier, "gamma+plain/sum/2");
        const [call] = judgeRunOf(trial, "lenient").iterations;
        for (const iteration of judgeRunOf(trial, "strict").iterations) iteration.call_id = call!.call_id;
        recount(dossier, trial.evaluation);
      },
    },
    {
      name: "the best of three verdicts count twice",
      forge(dossier) {
        const trial = trialAt(dossier, "beta+plain/sum/2");
        const { iterations } = judgeRunOf(trial, "moody");
        const best = iterations.find(({ score }) => score === 9.1)!;
        for (const iteration of iterations) if (iteration.score !== 5.4) iteration.call_id = best.call_id;
        recount(dossier, trial.evaluation);
      },
    },
    {
      name: "the best of three verdicts the whole sample",
      forge(dossier) {
        const trial = trialAt(dossier, "beta+plain/sum/2");
        judgeRunOf(trial, "moody").iterations.sort((one, other) => other.score! - one.score!);
        recount(dossier, trial.evaluation, { ...SAMPLE_SIZES, moody: 1 });
      },
    },
    {
      name: "another subject's run this subject's",
      forge: (dossier) =>
        takeOver(dossier, trialAt(dossier, "alpha+plain/sum/1"), trialAt(dossier, "gamma+plain/sum/1")),
    },
    {
      name: "the run of another case this one's",
      forge: (dossier) =>
        takeOver(dossier, trialAt(dossier, "gamma+plain/handover/1"), trialAt(dossier, "gamma+plain/sum/1")),
    },
    {
      name: "the better repetition count for both",
      forge: (dossier) =>
        takeOver(dossier, trialAt(dossier, "gamma+plain/sum/2"), trialAt(dossier, "gamma+plain/sum/1")),
    },
    {
      name: "a verdict about another packet count, in a call with a redacted option",
      forge(dossier) {
        const trial = trialAt(dossier, "gamma+plain/sum/1");
        for (const { evaluation } of [trialAt(dossier, "alpha+plain/handover/1")])
          for (const [index, iteration] of iterationsOf(trial.evaluation.value).entries()) {
            const other = iterationsOf(evaluation.value)[index]!;
            const value = copyOf(recordOf(dossier, "call", other.call_id).value);
            const key = freshKey(`redacted ${index}`);
            Object.assign(value, { call_id: key, options: { ...value.options, metadata: { key: "[redacted]" } } });
            addRecord(dossier, { kind: "call", key, place: null, value });
            iteration.call_id = key;
          }
        recount(dossier, trial.evaluation);
      },
    },
    {
      name: "everything of one subject pass, by a threshold of 0",
      forge(dossier) {
        for (const { evaluation } of trialsOfModel(dossier, "beta+plain")) {
          evaluation.value.aggregation.pass_threshold = 0;
          recount(dossier, evaluation);
        }
      },
    },
    {
      name: "an expectation weigh less in one trial",
      forge: (dossier) =>
        showOtherPacket(dossier, trialAt(dossier, "gamma+plain/sum/1"), ({ evaluation_target }) => {
          evaluation_target.expectations.hard[0].weight = 0.01;
        }),
    },
    {
      name: "the bad trials of a subject vanish, with their runs",
      forge(dossier) {
        for (const trial of trialsOfModel(dossier, "beta+plain"))
          if (trial.evaluation.value.result.score! < 6) forgetTrial(dossier, trial);
      },
    },
    {
      name: "the bad trials of a subject unjudged",
      forge(dossier) {
        const bad = trialsOfModel(dossier, "beta+plain").filter(({ evaluation }) => evaluation.value.result.score! < 6);
        removeRecords(
          dossier,
          bad.map(({ evaluation }) => evaluation),
        );
      },
    },
    {
      name: "the runs of a subject cheap",
      forge(dossier) {
        for (const { evaluation } of trialsOfModel(dossier, "beta+plain"))
          evaluation.value.result.run!.cost_usd = 0.00001;
      },
    },
    {
      name: "the runs of a subject short, in tokens",
      forge(dossier) {
        for (const { evaluation } of trialsOfModel(dossier, "beta+plain"))
          Object.assign(evaluation.value.result.run!, { prompt_tokens: 10, completion_tokens: 1 });
      },
    },
    {
      name: "a subject have given another answer",
      seenIn: { show: "beta+plain/sum/2" },
      forge(dossier) {
        trialAt(dossier, "beta+plain/sum/2").run.value.artifact.final_output = "It is 399, because 19 * 21 is 399.";
      },
    },
    {
      name: "a subject have given another answer, in other letters than ASCII",
      seenIn: { show: "beta+plain/sum/2" },
      forge(dossier) {
        trialAt(dossier, "beta+plain/sum/2").run.value.artifact.final_output = "It is 399 – since 19 × 21 = 399.";
      },
    },
    {
      name: "a check pass that failed",
      forge(dossier) {
        const trial = trialAt(dossier, "gamma+plain/sum/1");
        setCheck(trial, "says-399", "passed");
        recount(dossier, trial.evaluation);
      },
    },
    {
      name: "the highest verdict the score, by a method that is none",
      forge(dossier) {
        const { value } = trialAt(dossier, "beta+plain/sum/2").evaluation;
        value.aggregation.method = "max" as Aggregation["method"];
        Object.assign(value.result, { score: 9.1, passed: true });
      },
    },
    {
      name: "all judges have to agree in one trial, where the others take a majority",
      campaign: "again",
      forge(dossier) {
        const trial = trialsOf(dossier).find(({ evaluation }) => evaluation.value.result.passed)!;
        trial.evaluation.value.aggregation.method = "all_pass";
        recount(dossier, trial.evaluation);
      },
    },
    {
      name: "a run succeed that failed",
      forge(dossier) {
        const { run, evaluation } = trialAt(dossier, "beta+plain/greeting/2");
        Object.assign(run.value.artifact, { status: "success", failure: null });
        evaluation.value.result.run_status = "success";
      },
    },
    {
      name: "a score better in the index alone",
      only: "store",
      seenIn: "trials",
      inIndex: true,
      forge(dossier) {
        const { evaluation } = trialAt(dossier, "beta+plain/sum/2");
        evaluation.indexed = { facts: { ...factsOf("evaluation", evaluation.value), score: 9.9, passed: true } };
      },
    },
  ],
};
