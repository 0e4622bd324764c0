import { addRecord, copyOf, type Dossier, kindOf, removeRecords, trialAt, trialsOf } from "./dossier.ts";
import type { Forgery, ForgeryTheme } from "./forgery.ts";
import { exchange, forgetTrial, freshKey, takeOver, trialsOfCase, trialsOfModel } from "./moves.ts";

const isBad = ({ evaluation }: ReturnType<typeof trialAt>) => evaluation.value.result.score! < 6;

/** Removed trials whose verdicts were undesirable. */
const GONE: [name: string, trials: (dossier: Dossier) => ReturnType<typeof trialsOf>][] = [
  ["one bad trial", (dossier) => [trialAt(dossier, "beta+plain/sum/2")]],
  ["one good trial of a rival", (dossier) => [trialAt(dossier, "alpha+plain/sum/1")]],
  ["the bad repetitions of all subjects", (dossier) => trialsOf(dossier).filter(isBad)],
  [
    "the second repetitions of one subject",
    (dossier) => trialsOfModel(dossier, "beta+plain").filter(({ repetition }) => repetition === 2),
  ],
  ["one case of one subject", (dossier) => trialsOfCase(dossier, "sum").filter(({ model }) => model === "gamma+plain")],
];

/** A subject or a case that was never run is not missing; one that was run and not judged is. */
const UNJUDGED: typeof GONE = [
  ...GONE,
  ["one case of all subjects", (dossier) => trialsOfCase(dossier, "sum")],
  ["one subject", (dossier) => trialsOfModel(dossier, "alpha+plain")],
];

/** Trials that take over the run and evaluation of another. */
const TAKEN_OVER: [name: string, from: string, into: string][] = [
  ["the same case of a better subject", "alpha+plain/sum/1", "beta+plain/sum/2"],
  ["the same case under another variant", "gamma+brief/sum/2", "gamma+plain/sum/1"],
  ["another case of the same subject", "beta+plain/capital/1", "beta+plain/greeting/2"],
  ["the better repetition", "beta+plain/sum/1", "beta+plain/sum/2"],
  ["the worse repetition of a rival", "gamma+brief/greeting/1", "gamma+brief/greeting/2"],
];

const EXCHANGED: [name: string, one: string, other: string][] = [
  ["two subjects on a case", "alpha+plain/greeting/1", "beta+plain/greeting/1"],
  ["two cases of a subject", "gamma+plain/sum/1", "gamma+plain/handover/1"],
  ["two variants of a model", "gamma+plain/sum/1", "gamma+brief/sum/2"],
  ["two repetitions", "beta+plain/sum/1", "beta+plain/sum/2"],
];

export const trialForgeries: ForgeryTheme = {
  theme: "which trials there are, and whose",
  forgeries: [
    ...GONE.map(
      ([name, trials]): Forgery => ({
        name: `${name} vanish, run and evaluation`,
        forge(dossier) {
          for (const trial of trials(dossier)) forgetTrial(dossier, trial);
        },
      }),
    ),
    ...UNJUDGED.map(
      ([name, trials]): Forgery => ({
        name: `${name} unjudged`,
        forge(dossier) {
          const evaluations = trials(dossier).map(({ evaluation }) => evaluation);
          removeRecords(dossier, evaluations);
        },
      }),
    ),
    ...TAKEN_OVER.map(
      ([name, from, into]): Forgery => ({
        name: `${name} stand for a trial`,
        forge: (dossier) => takeOver(dossier, trialAt(dossier, from), trialAt(dossier, into)),
      }),
    ),
    ...EXCHANGED.map(
      ([name, one, other]): Forgery => ({
        name: `${name} exchanged`,
        forge: (dossier) => exchange(trialAt(dossier, one), trialAt(dossier, other)),
      }),
    ),
    {
      name: "the evaluation of a better trial stand for one, whose run stays",
      forge(dossier) {
        const [from, into] = [trialAt(dossier, "alpha+plain/sum/1"), trialAt(dossier, "gamma+plain/sum/1")];
        const { model_id, case_id, repetition, run_id } = into.evaluation.value.result;
        into.evaluation.value = copyOf(from.evaluation.value);
        Object.assign(into.evaluation.value.result, { model_id, case_id, repetition, run_id });
      },
    },
    {
      name: "one subject called as another, and the other as it",
      forge(dossier) {
        for (const trial of trialsOfModel(dossier, "alpha+plain"))
          exchange(trial, trialAt(dossier, `beta+plain/${trial.case}/${trial.repetition}`));
      },
    },
    {
      name: "a repetition more of a good trial",
      forge: (dossier) => addTrial(dossier, "alpha+plain/sum/1", { repetition: 3 }),
    },
    {
      name: "a repetition more of a bad trial of a rival",
      forge: (dossier) => addTrial(dossier, "gamma+plain/greeting/1", { repetition: 3 }),
    },
    {
      name: "a case more, that is another one again",
      forge: (dossier) => addTrial(dossier, "alpha+plain/sum/1", { case: "sum_again" }),
    },
    {
      name: "a subject more, that is another one again",
      forge(dossier) {
        for (const { case: id, repetition } of trialsOfModel(dossier, "alpha+plain"))
          addTrial(dossier, `alpha+plain/${id}/${repetition}`, { model: "delta+plain" });
      },
    },
    {
      name: "a repetition 0 of a trial",
      forge: (dossier) => addTrial(dossier, "alpha+plain/sum/1", { repetition: 0 }),
    },
    {
      name: "a bad repetition be number 7, beyond all others",
      forge(dossier) {
        const trial = trialAt(dossier, "beta+plain/sum/2");
        addTrial(dossier, "beta+plain/sum/2", { repetition: 7 });
        forgetTrial(dossier, trial);
      },
    },
    {
      name: "the run of a judged trial vanish",
      seenIn: { show: "beta+plain/sum/2" },
      forge(dossier) {
        const { run } = trialAt(dossier, "beta+plain/sum/2");
        const same = kindOf(dossier.records, "run").filter(({ key }) => key === run.key);
        removeRecords(dossier, same);
        addRecord(dossier, {
          kind: "adoption",
          key: run.key,
          place: run.place,
          value: { schema_version: 2, identity: run.value.artifact.identity },
        });
      },
    },
    {
      name: "an adopted run another subject's",
      campaign: "again",
      forge: (dossier) => takeOver(dossier, trialAt(dossier, "alpha/sum/1"), trialAt(dossier, "gamma/sum/1")),
    },
    {
      name: "an adopted run another repetition's",
      campaign: "again",
      forge: (dossier) => takeOver(dossier, trialAt(dossier, "gamma/sum/2"), trialAt(dossier, "gamma/sum/1")),
    },
    {
      name: "an adopted trial vanish",
      campaign: "again",
      forge: (dossier) => forgetTrial(dossier, trialAt(dossier, "gamma/sum/1")),
    },
    {
      name: "two subjects of one model exchanged with a third",
      campaign: "again",
      forge(dossier) {
        for (const trial of trialsOfModel(dossier, "beta"))
          exchange(trial, trialAt(dossier, `twin/${trial.case}/${trial.repetition}`));
      },
    },
  ],
};

/** Makes a trial that never was, of one that was. */
function addTrial(
  dossier: Dossier,
  from: string,
  { model, case: id, repetition }: { model?: string; case?: string; repetition?: number },
): void {
  const trial = trialAt(dossier, from);
  const own = { model: model ?? trial.model, case: id ?? trial.case, repetition: repetition ?? trial.repetition };
  const end = `${own.model}/${own.case}/${own.repetition}`;
  const placed = (place: string) => `${place.split("/").slice(0, -3).join("/")}/${end}`;
  const identity = { model_id: own.model, case_id: own.case, repetition: own.repetition };
  const adopted = { ...copyOf(trial.run.value.artifact.identity), ...identity };
  addRecord(dossier, {
    kind: "adoption",
    key: trial.run.key,
    place: placed(trial.occupant.place!),
    value: { schema_version: 2, identity: adopted },
  });
  const value = copyOf(trial.evaluation.value);
  Object.assign(value.result, identity);
  addRecord(dossier, { kind: "evaluation", key: freshKey(end), place: placed(trial.evaluation.place!), value });
}
