import { factsOf } from "../../../src/records/index.ts";
import { type Dossier, type ForgedTrial, trialAt, trialsOf } from "./dossier.ts";
import type { Forgery, ForgeryTheme } from "./forgery.ts";

const BAD = "beta+plain/sum/2";

type Facts = ReturnType<typeof factsOf<"evaluation">>;
type RunFacts = ReturnType<typeof factsOf<"run">>;

const OF_EVALUATION: [name: string, facts: Partial<Facts>][] = [
  ["passed", { passed: true }],
  ["no failed check", { checks_passed: 3, checks_not_passed: null }],
  ["verdicts that agree", { verdicts_disagree: false }],
  ["no price of its judging", { judging_cost_usd: 0 }],
  ["never judged", { run_id: null }],
];

const OF_RUN: [name: string, facts: Partial<RunFacts>][] = [
  ["a failure of the provider", { status: "provider_error" }],
  ["no price", { cost_usd: 0 }],
  ["no time", { duration_ms: 0 }],
  ["another model", { model: "lab/better" }],
];

/** Changes the index alone, with a valid checksum: only reading the records themselves reveals them. */
export const indexForgeries: ForgeryTheme = {
  theme: "an index that lies",
  forgeries: [
    ...OF_EVALUATION.map(([name, facts]) =>
      lie(`${name}, of an evaluation`, ({ evaluation }) => {
        evaluation.indexed = { facts: { ...factsOf("evaluation", evaluation.value), ...facts } };
      }),
    ),
    ...OF_RUN.map(([name, facts]) =>
      lie(`${name}, of a run`, ({ run }) => {
        run.indexed = { facts: { ...factsOf("run", run.value), ...facts } };
      }),
    ),
    lie("the place of another evaluation", ({ evaluation }, dossier) => {
      const other = trialAt(dossier, "alpha+plain/sum/1").evaluation;
      evaluation.indexed = { place: other.place, facts: factsOf("evaluation", other.value) };
      other.indexed = {
        place: evaluation.place,
        facts: { ...factsOf("evaluation", other.value), run_id: evaluation.value.result.run_id },
      };
    }),
    lie("the place of another run", ({ run }, dossier) => {
      const other = trialAt(dossier, "alpha+plain/sum/1").run;
      run.indexed = { place: other.place };
      other.indexed = { place: run.place };
    }),
    lie("a place that no campaign has, for every bad trial", (_, dossier) => {
      for (const { evaluation, run } of trialsOf(dossier))
        if (evaluation.value.result.score! < 6) {
          evaluation.indexed = { place: `elsewhere/${evaluation.place}` };
          run.indexed = { place: `elsewhere/${run.place}` };
        }
    }),
  ],
};

function lie(name: string, tell: (trial: ForgedTrial, dossier: Dossier) => void): Forgery {
  return {
    name: `the index say: ${name}`,
    only: "store",
    seenIn: "trials",
    inIndex: true,
    forge: (dossier) => tell(trialAt(dossier, BAD), dossier),
  };
}
