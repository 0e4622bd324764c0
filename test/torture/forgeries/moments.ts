import { addRecord, copyOf, recordOf, trialAt, trialsOf } from "./dossier.ts";
import type { ForgeryTheme } from "./forgery.ts";
import { dropJudges, freshKey, withoutVerdicts } from "./moves.ts";
import { recount } from "./recount.ts";
import { SAMPLE_SIZES } from "./workspace-files.ts";

const BAD = "beta+plain/sum/2";

/** The later of two records counts: additions, and later dates. */
export const momentForgeries: ForgeryTheme = {
  theme: "which of two records is the newer one",
  forgeries: [
    {
      name: "a later evaluation of a trial, without its strict judge, count",
      forge(dossier) {
        const trial = trialAt(dossier, BAD);
        dropJudges(dossier, { ...trial, evaluation: laterTwin(dossier, trial) }, "strict");
      },
    },
    {
      name: "a later evaluation of a trial, without its bad verdicts, count",
      forge(dossier) {
        const trial = trialAt(dossier, BAD);
        const later = { ...trial, evaluation: laterTwin(dossier, trial) };
        withoutVerdicts(dossier, later, "moody", "unanswered", (score) => score < 6);
      },
    },
    {
      name: "a later evaluation of a trial, of its best verdict alone, count",
      forge(dossier) {
        const trial = trialAt(dossier, BAD);
        const twin = laterTwin(dossier, trial);
        twin.value.result.judge_runs.at(-1)!.iterations.sort((one, other) => other.score! - one.score!);
        recount(dossier, twin, { ...SAMPLE_SIZES, moody: 1 });
      },
    },
    {
      name: "a later evaluation of a trial, by a lower threshold, count",
      forge(dossier) {
        const twin = laterTwin(dossier, trialAt(dossier, BAD));
        twin.value.aggregation.pass_threshold = 1;
        recount(dossier, twin);
      },
    },
    {
      name: "a later evaluation of a trial under the same key count",
      forge(dossier) {
        const trial = trialAt(dossier, BAD);
        const twin = laterTwin(dossier, trial);
        twin.key = trial.evaluation.key;
        dropJudges(dossier, { ...trial, evaluation: twin }, "strict", "careless");
      },
    },
    {
      name: "a later run of a trial, adopted from a better one, count",
      forge(dossier) {
        const [from, into] = [trialAt(dossier, "alpha+plain/sum/1"), trialAt(dossier, BAD)];
        const own = { model_id: into.model, case_id: into.case, repetition: into.repetition };
        const identity = { ...copyOf(from.run.value.artifact.identity), ...own };
        const value = { schema_version: 2 as const, identity };
        addRecord(dossier, { kind: "adoption", key: from.run.key, place: into.occupant.place, value });
        const twin = laterTwin(dossier, into);
        twin.value = copyOf(from.evaluation.value);
        Object.assign(twin.value.result, own);
      },
    },
    {
      name: "a later run of a trial, of its own identity and with another answer, count",
      seenIn: { show: BAD },
      forge(dossier) {
        const { run } = trialAt(dossier, BAD);
        const value = copyOf(run.value);
        value.artifact.final_output = "It is 399: 19 × 21.";
        addRecord(dossier, { kind: "run", key: run.key, place: run.place, value });
      },
    },
    {
      name: "a judged trial one whose run was repeated since",
      forge(dossier) {
        const { run, occupant } = trialAt(dossier, BAD);
        const value = copyOf(run.value);
        value.fingerprint = value.fingerprint.replace('"repetition":2', '"repetition":3');
        value.artifact.identity.run_id = freshKey("run");
        addRecord(dossier, { kind: "run", key: freshKey("run"), place: occupant.place, value });
      },
    },
    {
      name: "the answer of a judge newer, and of another call",
      forge(dossier) {
        const trial = trialAt(dossier, BAD);
        const [worst] = trial.evaluation.value.result.judge_runs
          .at(-1)!
          .iterations.toSorted((one, other) => one.score! - other.score!);
        const best = trial.evaluation.value.result.judge_runs.at(-1)!.iterations.find(({ score }) => score === 9.1)!;
        const value = { ...copyOf(recordOf(dossier, "call", best.call_id).value), call_id: worst!.call_id };
        addRecord(dossier, { kind: "call", key: worst!.call_id, place: null, value });
        for (const { evaluation } of trialsOf(dossier))
          if (JSON.stringify(evaluation.value.result).includes(worst!.call_id)) recount(dossier, evaluation);
      },
    },
  ],
};

function laterTwin(dossier: Parameters<typeof addRecord>[0], { evaluation }: ReturnType<typeof trialAt>) {
  const { place, value, key } = evaluation;
  return addRecord(dossier, { kind: "evaluation", key: freshKey(key), place, value: copyOf(value) });
}
