import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ExpectedJudging, readExpectedJudging, verifyEvaluation } from "../../src/judging/index.ts";
import { verifyCampaign } from "../../src/operations/store/verifying/verify.ts";
import { isVerified } from "../../src/report/index.ts";
import { listCampaigns, openStore } from "../../src/store/index.ts";
import { sha256 } from "../../src/text/index.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { ForgedStore } from "./forged-store.ts";
import { type AnyRecord, packedOnce, unpacked } from "./support.ts";

const shared = packedOnce();

/** Makes results follow from what was forged, as a forger would who has the program: only what decides them is compared then. */
async function settle(
  store: ForgedStore,
  folder: string,
  evaluations: AnyRecord[],
  change: (judging: ExpectedJudging) => void = () => {},
): Promise<void> {
  store.write();
  const opened = openStore(join(folder, "outputs"));
  try {
    const [{ suite_id, run_profile, evaluations: judged }] = listCampaigns(opened) as [
      ReturnType<typeof listCampaigns>[0],
    ];
    const { judging } = readExpectedJudging(opened, { suite_id, run_profile, ...judged[0]! });
    change(judging!);
    for (const evaluation of evaluations) {
      const run = store.run(evaluation).value;
      const { identity } = run.artifact;
      const { result } = await verifyEvaluation(opened, run, [identity], evaluation.value as never, judging!);
      if (result) evaluation.value.result = result;
    }
  } finally {
    await opened.close();
  }
}

type Forge = (store: ForgedStore, folder: string) => Promise<void> | void;

const withoutStrict = (judging: ExpectedJudging) => {
  judging.judges = judging.judges.filter(({ judge_run_id }) => judge_run_id !== "strict");
};

function dropStrict({ value }: AnyRecord): void {
  value.judges = value.judges.filter(({ judge_run_id }: { judge_run_id: string }) => judge_run_id !== "strict");
  value.evidence_places = value.evidence_places.slice(0, value.judges.length);
}

/** Takes away what makes a store one of this version: settings and plan. */
const olderVersion: Forge = (store) =>
  store.changeListing((listing) => {
    for (const field of ["judging", "plan", "expected", "checks"]) delete listing[field];
  });

const iterationOf = ({ value }: AnyRecord, judge: string) =>
  value.result.judge_runs.find((run: { judge_run_id: string }) => run.judge_run_id === judge).iterations[0];

const FORGERIES: [string, Forge, RegExp][] = [
  [
    "no judge answered, and the score is 10",
    (store) => {
      const { value } = store.evaluation("hasty");
      Object.assign(value.result, { judge_runs: [], state: "checked", score: 10 });
      value.evidence_places = [];
    },
    /the verdicts that were asked for/,
  ],
  [
    "a strict judge is left out of one evaluation",
    async (store, folder) => {
      const evaluation = store.evaluation("hasty");
      dropStrict(evaluation);
      await settle(store, folder, [evaluation], withoutStrict);
    },
    /the judges: stored/,
  ],
  [
    "a strict judge is left out of one evaluation, and it is one of an older version",
    async (store, folder) => {
      await olderVersion(store, folder);
      const evaluation = store.evaluation("hasty");
      dropStrict(evaluation);
      await settle(store, folder, [evaluation], withoutStrict);
    },
    /the judges: stored/,
  ],
  [
    "a strict judge is left out everywhere",
    async (store, folder) => {
      store.changeListing(({ judging }) => withoutStrict(judging));
      for (const { value } of store.of("campaign")) dropJudgeOfRecord(value);
      store.of("evaluation").forEach(dropStrict);
      await settle(store, folder, store.of("evaluation"));
    },
    /the name of the evaluation profile/,
  ],
  [
    "a strict judge is left out everywhere of an older version",
    async (store, folder) => {
      await olderVersion(store, folder);
      for (const { value } of store.of("campaign")) dropJudgeOfRecord(value);
      store.of("evaluation").forEach(dropStrict);
      await settle(store, folder, store.of("evaluation"));
    },
    /the name of the evaluation profile/,
  ],
  [
    "the verdict of a strict judge was not asked for",
    async (store, folder) => {
      const evaluation = store.evaluation("hasty");
      const iteration = iterationOf(evaluation, "strict");
      store.remove(store.call(iteration.call_id));
      Object.assign(iteration, { status: "not_asked", problem: "not asked" });
      await settle(store, folder, [evaluation]);
    },
    /the verdict of strict #1, who was not asked, is missing/,
  ],
  [
    "a verdict that is there was not asked for",
    (store) => void Object.assign(iterationOf(store.evaluation("hasty"), "strict"), { status: "not_asked" }),
    /verdict of strict #1: stored \["not_asked"/,
  ],
  [
    "the answer of another judge is filed under its name",
    async (store, folder) => {
      const evaluation = store.evaluation("hasty");
      const [even, strict] = [iterationOf(evaluation, "even"), iterationOf(evaluation, "strict")];
      const other = store.call(even.call_id);
      const own = store.call(strict.call_id);
      store.remove(own);
      store.add({ ...own, value: structuredClone({ ...other.value, call_id: own.key }) });
      await settle(store, folder, [evaluation]);
    },
    /the judge call of strict #1/,
  ],
  [
    "the answer of another repetition is filed under its name",
    (store) => {
      store.call(iterationOf(store.evaluation("hasty"), "even").call_id).value.repetition = 2;
    },
    /the judge call of even #1/,
  ],
  [
    "a repetition counts twice",
    (store) => {
      const run = store.evaluation("hasty").value.result.judge_runs[0];
      run.iterations.push({ ...run.iterations[0], repetition: 2 });
    },
    /the verdicts that were asked for/,
  ],
  [
    "an answer about another packet counts, where options hold a mark",
    async (store, folder) => {
      const [evaluation, better] = [store.evaluation("hasty"), store.evaluation("diligent")];
      for (const judge of ["even", "strict", "careless"]) {
        const { key } = store.call(iterationOf(evaluation, judge).call_id);
        const other = store.call(iterationOf(better, judge).call_id);
        store.remove(store.call(key));
        const value = { ...structuredClone(other.value), call_id: key, options: { token: "[redacted]" } };
        store.add({ ...other, key, value });
      }
      await settle(store, folder, [evaluation]);
    },
    /the judge call of even #1/,
  ],
  [
    "the run of another subject is its own",
    async (store, folder) => {
      const [evaluation, better] = [store.evaluation("hasty"), store.evaluation("diligent")];
      adopt(store, evaluation, better);
      await settle(store, folder, [evaluation]);
    },
    /the run of the trial: stored .*as planned|the model of its run/,
  ],
  [
    "the run of another subject is its own, and it is one of an older version",
    async (store, folder) => {
      await olderVersion(store, folder);
      adopt(store, store.evaluation("hasty"), store.evaluation("diligent"));
    },
    /the model of its run/,
  ],
  [
    "the run of another case is its own",
    (store) => adopt(store, store.evaluation("hasty", "capital"), store.evaluation("hasty", "arithmetic")),
    /the run of the trial/,
  ],
  [
    "the run of another repetition is its own",
    (store) => adopt(store, store.evaluation("erratic", "capital", 1), store.evaluation("erratic", "capital", 2)),
    /the repetition of the run, by its fingerprint/,
  ],
  [
    "the threshold of one subject is 0",
    async (store, folder) => {
      const own = store.of("evaluation").filter(({ value }) => value.result.model_id === "hasty");
      for (const { value } of own) value.aggregation = { method: "median", pass_threshold: 0 };
      await settle(store, folder, own, (judging) => {
        judging.aggregation = { method: "median", pass_threshold: 0 };
      });
    },
    /aggregation: stored .*0/,
  ],
  [
    "the threshold of one subject is 0, and it is one of an older version",
    async (store, folder) => {
      await olderVersion(store, folder);
      const own = store.of("evaluation").filter(({ value }) => value.result.model_id === "hasty");
      for (const { value } of own) value.aggregation = { method: "median", pass_threshold: 0 };
    },
    /aggregation: stored .*0/,
  ],
  [
    "the rubric of one trial is another",
    async (store, folder) => {
      const evaluation = store.evaluation("hasty");
      store.changePacket(evaluation, ({ evaluation_target }) => {
        evaluation_target.rubric = { scale: "be kind" };
      });
      await settle(store, folder, [evaluation]);
    },
    /what judges were told to expect/,
  ],
  [
    "the expectations of one trial are another, and it is one of an older version",
    async (store, folder) => {
      await olderVersion(store, folder);
      const evaluation = store.evaluation("hasty");
      store.changePacket(evaluation, ({ evaluation_target: { expectations } }) => {
        expectations.hard = [{ text: "Says anything at all.", weight: 1 }];
      });
      await settle(store, folder, [evaluation]);
    },
    /what judges were told to expect/,
  ],
  [
    "the anchors of one trial are another",
    async (store, folder) => {
      const evaluation = store.evaluation("hasty");
      store.changePacket(evaluation, ({ evaluation_target: { anchors } }) => {
        anchors[0].text = "Anything is a 9.";
      });
      await settle(store, folder, [evaluation]);
    },
    /the task that the judges were shown/,
  ],
  [
    "the task of one trial is another",
    async (store, folder) => {
      const evaluation = store.evaluation("hasty");
      store.changePacket(
        evaluation,
        ({ evaluation_target }) => (evaluation_target.task_messages[0].content = "Say hi."),
      );
      await settle(store, folder, [evaluation]);
    },
    /the task that the judges were shown/,
  ],
  [
    "the judges were shown another answer",
    async (store, folder) => {
      const evaluation = store.evaluation("hasty");
      store.changePacket(
        evaluation,
        ({ subject_response }) => (subject_response.final_output = "Größte Sorgfalt: 42 ✓"),
      );
      await settle(store, folder, [evaluation]);
    },
    /the answer that the judges were shown: stored/,
  ],
  [
    "the judges were shown another answer, behind a mark",
    async (store, folder) => {
      const evaluation = store.evaluation("hasty");
      store.changePacket(evaluation, ({ subject_response }) => {
        subject_response.final_output = "[redacted], surely";
      });
      await settle(store, folder, [evaluation]);
    },
    /the answer that the judges were shown: stored/,
  ],
  [
    "the judges were shown tools that nobody used",
    async (store, folder) => {
      const evaluation = store.evaluation("hasty", "count_lines");
      store.changePacket(
        evaluation,
        ({ subject_response }) => (subject_response.tool_activity_summary.tool_call_count = 9),
      );
      await settle(store, folder, [evaluation]);
    },
    /the rest of the response/,
  ],
  [
    "the run has another answer, and not in ASCII",
    (store) => {
      const { artifact } = store.run(store.evaluation("hasty")).value;
      const before = artifact.final_output;
      artifact.final_output = "Ça fait quarante-deux ✓";
      for (const event of artifact.trace) if (event.content === before) event.content = artifact.final_output;
      for (const raw of artifact.runner_metadata.raw_answers) {
        const { message } = raw.choices[0];
        if (message.content === before) message.content = artifact.final_output;
      }
    },
    /the answer that the judges were shown: stored Ça fait/,
  ],
  [
    "the run was asked something else",
    (store) => {
      store.run(store.evaluation("hasty")).value.artifact.request.messages[0].content = "Say hi.";
    },
    /the messages of the run, by its fingerprint/,
  ],
  [
    "the fingerprint of a run is another, and says that a secret was removed",
    (store) => {
      const { value } = store.run(store.evaluation("hasty"));
      value.fingerprint = value.fingerprint.replace('"options":{', '"options":{"top_p":1,');
      value.artifact.runner_metadata.fingerprint_redacted = true;
    },
    /identity of the run/,
  ],
  [
    "a trial is left out, with everything that belongs to it",
    (store) => {
      const evaluation = store.evaluation("hasty");
      const calls = ["even", "strict", "careless"].map((judge) => store.call(iterationOf(evaluation, judge).call_id));
      store.remove(evaluation, store.run(evaluation), store.text(evaluation.value.prompt.user_sha256), ...calls);
    },
    /hasty\/\w+ #1: its run, which was planned, is missing/,
  ],
  [
    "an evaluation is left out",
    (store) => store.remove(store.evaluation("hasty")),
    /hasty\/\w+ #1: its evaluation is missing/,
  ],
  [
    "a run is left out and its evaluation is not",
    (store) => store.remove(store.run(store.evaluation("hasty"))),
    /an evaluation: stored of a trial that has no run/,
  ],
  [
    "a trial is there that nobody planned",
    (store) => {
      const evaluation = store.evaluation("diligent");
      const run = structuredClone(store.run(evaluation));
      run.value.fingerprint = run.value.fingerprint.replace('"repetition":1', '"repetition":3');
      run.key = sha256(run.value.fingerprint);
      Object.assign(run.value.artifact.identity, { run_id: run.key, repetition: 3 });
      run.place = run.place!.replace(/1$/, "3");
      store.add(run);
      const copy = structuredClone(evaluation);
      Object.assign(copy.value.result, { repetition: 3, run_id: run.key });
      store.add({ ...copy, key: sha256("made up"), place: copy.place!.replace(/1$/, "3") });
    },
    /the trial: stored judged, recomputed not in the plan/,
  ],
  [
    "two subjects have each other's evaluation",
    (store) => {
      const [one, other] = [store.evaluation("hasty"), store.evaluation("diligent")];
      [one.place, other.place] = [other.place, one.place];
      [one.value.result.run_id, other.value.result.run_id] = [other.value.result.run_id, one.value.result.run_id];
      [one.value.result.model_id, other.value.result.model_id] = ["diligent", "hasty"];
    },
    /the answer that the judges were shown|the evidence that the judges were shown/,
  ],
  [
    "judging cost less",
    (store) => {
      iterationOf(store.evaluation("hasty"), "even").cost_usd = 0.5;
    },
    /verdict of even #1, besides its scores/,
  ],
  [
    "a run took fewer tokens",
    (store) => {
      store.evaluation("hasty").value.result.run.prompt_tokens = 1;
    },
    /tokens, cost and time of the run/,
  ],
  [
    "a run took fewer tokens, in its record and in the result",
    (store) => {
      const evaluation = store.evaluation("hasty");
      store.run(evaluation).value.artifact.usage.prompt_tokens = 1;
      evaluation.value.result.run.prompt_tokens = 1;
    },
    /the usage of the run: stored/,
  ],
  [
    "an answer took fewer tokens",
    (store) => {
      const { value } = store.call(iterationOf(store.evaluation("hasty"), "even").call_id);
      value.usage.cost_usd = 1;
      value.attempts[0].outcome.usage.cost_usd = 1;
    },
    /the usage of answer 1 of even #1/,
  ],
  [
    "aggregation is by a method that there is not",
    (store) => {
      store.evaluation("hasty").value.aggregation.method = "max";
    },
    /the record of its evaluation: stored .*aggregation/,
  ],
  [
    "a judge was asked again although its first answer was valid",
    async (store, folder) => {
      const evaluation = store.evaluation("hasty");
      const { value } = store.call(iterationOf(evaluation, "even").call_id);
      const better = store.call(iterationOf(store.evaluation("diligent"), "even").call_id).value.attempts.at(-1);
      value.attempts.push(structuredClone(better));
      value.usage = null;
      await settle(store, folder, [evaluation]);
    },
    /answer 1 is valid, so it is the last/,
  ],
  [
    "what decided the score is in other words",
    (store) => {
      store.evaluation("hasty").value.result.judge_reason = "Because it is perfect.";
    },
    /judge_reason: stored Because it is perfect/,
  ],
  [
    "a warning is another",
    (store) => {
      store.evaluation("hasty").value.result.warnings = ["Nothing to worry about."];
    },
    /warnings: stored \["Nothing to worry about."\]/,
  ],
  [
    "judges were shown another number of tool calls, and another version is said to have composed that",
    async (store, folder) => {
      store.changeListing(({ judging }) => {
        judging.assay_version = "0.5.0";
      });
      const evaluation = store.evaluation("hasty", "count_lines");
      store.changePacket(
        evaluation,
        ({ subject_response }) => (subject_response.tool_activity_summary.tool_call_count = 9),
      );
      await settle(store, folder, [evaluation]);
    },
    /the tool calls that the judges were shown/,
  ],
  [
    "judges were told that checks passed, and another version is said to have composed that",
    async (store, folder) => {
      await olderVersion(store, folder);
      const evaluation = store.of("evaluation").find(({ value }) => value.result.checks.failed > 0)!;
      store.changePacket(evaluation, ({ execution_evidence }) => {
        for (const check of execution_evidence.check_results) check.outcome = "passed";
      });
      await settle(store, folder, [evaluation]);
    },
    /the checks that the judges were shown/,
  ],
  [
    "evidence was found elsewhere",
    (store) => {
      const { value } = store.evaluation("diligent");
      value.evidence_places = JSON.parse(JSON.stringify(value.evidence_places).replaceAll('"answer"', '"file"'));
      value.evidence_places[0][0].task = [["file"]];
    },
    /where evidence was found/,
  ],
  [
    "a subject named itself",
    (store) => {
      store.evaluation("hasty").value.result.names_itself = true;
    },
    /names_itself: stored true/,
  ],
  [
    "checks passed that did not",
    async (store, folder) => {
      const evaluation = store.of("evaluation").find(({ value }) => value.result.checks.failed > 0)!;
      for (const check of evaluation.value.checks) check.outcome = "passed";
      await settle(store, folder, [evaluation]);
    },
    /the evidence that the judges were shown/,
  ],
  [
    "a check is no longer required, nor made",
    async (store, folder) => {
      const evaluation = store.of("evaluation").find(({ value }) => value.checks.length > 0)!;
      evaluation.value.checks.pop();
      await settle(store, folder, [evaluation]);
    },
    /the evidence that the judges were shown/,
  ],
  [
    "a judge is another model, everywhere",
    async (store, folder) => {
      const rename = (judge: { judge_run_id: string; model: string }) => {
        if (judge.judge_run_id === "strict") judge.model = "offline/judge";
      };
      store.changeListing(({ judging }) => judging.judges.forEach(rename));
      for (const { value } of store.of("campaign")) value.judge_runs.forEach(rename);
      for (const evaluation of store.of("evaluation")) {
        evaluation.value.judges.forEach(rename);
        const iteration = iterationOf(evaluation, "strict");
        iteration.call_id = store.renameCall(iteration.call_id, { model: "offline/judge", repetition: 2 });
      }
      await settle(store, folder, store.of("evaluation"));
    },
    /the name of the evaluation profile/,
  ],
  [
    "a report is told of other judges than verifying is",
    (store) => {
      store.of("campaign")[0]!.value.judge_runs[0].model = "openai/gpt-5";
    },
    /the judges of the campaign: stored/,
  ],
  [
    "another model answered a run",
    (store) => {
      store.run(store.evaluation("hasty")).value.artifact.provider[0].model = "openai/gpt-5";
    },
    /who answered in the run, and why answers ended: stored .*openai\/gpt-5/,
  ],
  [
    "a run began earlier",
    (store) => {
      store.run(store.evaluation("hasty")).value.artifact.timing.started_at = "2020-01-01T00:00:00.000Z";
    },
    /how long the run took, from its beginning to its end/,
  ],
  [
    "a run began at no time at all",
    (store) => {
      store.run(store.evaluation("hasty")).value.artifact.timing.started_at = "once upon a time";
    },
    /how long the run took, .*recomputed two moments/,
  ],
  [
    "a run says that it is of another subject",
    (store) => {
      store.run(store.evaluation("hasty")).value.artifact.identity.model_id = "diligent";
    },
    /the trial that its run is of: stored .*diligent.*recomputed .*hasty/,
  ],
  [
    "a run says that it is another repetition",
    (store) => {
      store.run(store.evaluation("hasty")).value.artifact.identity.repetition = 2;
    },
    /the repetition in the identity of the run/,
  ],
  [
    "a run was asked of a model where it was a program",
    (store) => {
      store.run(store.evaluation("hasty")).value.artifact.request.offline = false;
    },
    /the offline flag of the run, by its fingerprint: stored false, recomputed true/,
  ],
  [
    "a run that has an answer failed by nobody's fault, and is not judged",
    (store) => {
      const evaluation = store.evaluation("hasty");
      const { artifact } = store.run(evaluation).value;
      const failure = { stage: "provider", message: "the provider was down" };
      Object.assign(artifact, { status: "provider_error", failure, final_output: null });
      store.remove(evaluation);
    },
    /how the run ended, by its answers: stored provider_error, recomputed success/,
  ],
  [
    "a run that has an answer failed by nobody's fault, and its trace does not have the answer either",
    (store) => {
      const evaluation = store.evaluation("hasty");
      const { artifact } = store.run(evaluation).value;
      const failure = { stage: "provider", message: "the provider was down" };
      const trace = artifact.trace.filter(({ kind }: { kind: string }) => kind !== "final_output");
      Object.assign(artifact, { status: "provider_error", failure, final_output: null, trace });
      store.remove(evaluation);
    },
    /how the run ended, by its answers: stored false, recomputed true/,
  ],
  [
    "a judge's answer is another model's",
    (store) => {
      const { value } = store.call(iterationOf(store.evaluation("hasty"), "even").call_id);
      value.attempts[0].outcome.model = "openai/gpt-5";
    },
    /who gave answer 1 of even #1, and why it ended: stored .*openai\/gpt-5/,
  ],
  [
    "a judge's answer was cut off",
    (store) => {
      const { value } = store.call(iterationOf(store.evaluation("hasty"), "even").call_id);
      value.attempts[0].outcome.finish_reason = "length";
    },
    /who gave answer 1 of even #1, and why it ended: stored .*length/,
  ],
  [
    "a check is not required, in its record and in what judges were shown",
    async (store, folder) => {
      const evaluation = store.of("evaluation").find(({ value }) => value.checks.length > 0)!;
      for (const check of evaluation.value.checks) check.required = !check.required;
      store.changePacket(evaluation, ({ execution_evidence }) => {
        for (const check of execution_evidence.check_results) {
          if (check.required) delete check.required;
          else check.required = true;
        }
      });
      await settle(store, folder, [evaluation]);
    },
    /the checks of the case: stored .*, recomputed other checks were declared/,
  ],
  [
    "a check is not required in one trial of an older version",
    async (store, folder) => {
      await olderVersion(store, folder);
      for (const check of store.evaluation("hasty").value.checks) check.required = !check.required;
    },
    /the checks of the case: stored/,
  ],
  [
    "the labels of two subjects are exchanged",
    (store) => {
      const [one, other] = store.of("campaign")[0]!.value.models;
      [one.label, other.label] = [other.label, one.label];
    },
    /the label of \w+: stored/,
  ],
  [
    "a subject is said to be no program",
    (store) => {
      store.of("campaign")[0]!.value.models[0].offline = false;
    },
    /the offline flag of its subject: stored false, recomputed true/,
  ],
  [
    "a subject is said to be one of a variant",
    (store) => {
      const [model] = store.of("campaign")[0]!.value.models;
      model.variant = { variant_id: "v", label: "V", model_id: model.model_id, model_label: model.label };
    },
    /the variant of \w+: stored/,
  ],
  [
    "a case was run by an agent",
    (store) => store.changeListing(({ cases }) => (cases[0].runner = "agent")),
    /the runner in the list of cases: stored agent, recomputed llm_probe/,
  ],
  [
    "the list of cases is gone",
    (store, folder) => {
      store.remove(store.text(store.of("campaign")[0]!.value.listing_sha256));
      packedBy(folder, "0.7.0");
    },
    /the listing of the campaign [0-9a-f]{64} is missing/,
  ],
  [
    "the record of the campaign is gone",
    (store) => store.remove(...store.of("campaign")),
    /the record of the campaign, which says how it was judged is missing/,
  ],
  [
    "the listing of the campaign is another under the same hash",
    (store) => {
      const { value } = store.of("campaign")[0]!;
      const text = store.text(value.listing_sha256);
      text.value = text.value.replace('"pass_threshold":6', '"pass_threshold":0');
    },
    /the listing of the campaign: stored [0-9a-f]{64}/,
  ],
];

/** Says which version packed what a folder was unpacked from. */
function packedBy(folder: string, assay_version: string): void {
  const file = join(folder, "assay-pack.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), assay_version }));
}

async function forged(forge: Forge): Promise<string> {
  const folder = await unpacked(shared);
  const store = new ForgedStore(folder);
  await forge(store, folder);
  return store.write();
}

function dropJudgeOfRecord(value: { judge_runs: { judge_run_id: string }[] }): void {
  value.judge_runs = value.judge_runs.filter(({ judge_run_id }) => judge_run_id !== "strict");
}

/** Puts the run and the evaluation of one trial in the place of another's. */
function adopt(store: ForgedStore, evaluation: AnyRecord, better: AnyRecord): void {
  const [own, other] = [store.run(evaluation), store.run(better)];
  const identity = { ...own.value.artifact.identity, run_id: other.key };
  const { model_id, case_id, repetition } = identity;
  store.remove(own);
  store.add({ kind: "adoption", key: other.key, at: own.at, place: own.place, value: { schema_version: 2, identity } });
  evaluation.value = structuredClone(better.value);
  Object.assign(evaluation.value.result, { model_id, case_id, repetition });
}

describe("assay verify does not confirm a campaign in which", () => {
  test.each(FORGERIES)("%s", async (_, forge, says) => {
    const verification = await verifyCampaign({ cwd: await forged(forge) });
    expect(isVerified(verification)).toBe(false);
    const { verificationText } = await import("../../src/report/listing/verification-text.ts");
    const text = verificationText(verification);
    expect(text).not.toContain("come out the same (");
    expect(text).not.toContain("every score");
    const lines = [
      ...verification.missing.map(({ trial, what }) => `${trial}: ${what} is missing`),
      ...verification.differences.map(
        ({ trial, what, stored, found }) => `${trial}: ${what}: stored ${stored}, recomputed ${found}`,
      ),
    ];
    expect(lines.join("\n")).toMatch(says);
  });
});

describe("assay verify says what it verified against, and what it can't prove", () => {
  test("a threshold that was changed everywhere is in the line that says against what", async () => {
    const cwd = await forged(async (store, folder) => {
      store.changeListing(({ judging }) => {
        judging.aggregation.pass_threshold = 0;
      });
      for (const { value } of store.of("evaluation")) value.aggregation.pass_threshold = 0;
      await settle(store, folder, store.of("evaluation"));
    });
    const { verified_against, not_proved } = await verifyCampaign({ cwd });
    expect(verified_against).toMatchObject({ from: "record", aggregation: { pass_threshold: 0 }, planned_trials: 24 });
    expect(not_proved.map(({ what }) => what)).toContainEqual(expect.stringContaining("aggregation and threshold"));
  });

  test("an untouched campaign of an older version is verified as far as it goes", async () => {
    const verification = await verifyCampaign({ cwd: await forged(olderVersion) });
    expect(verification).toMatchObject({ differences: [], missing: [], same: 24, judged: 24 });
    expect(verification.verified_against).toMatchObject({ from: "evaluations", planned_trials: null });
    expect(verification.not_proved.map(({ what }) => what)).toContain("which trials there should be");
    const { verificationText } = await import("../../src/report/listing/verification-text.ts");
    expect(verificationText(verification)).toContain("the stored scores come out the same (24 trials), as far as");
  });

  test("a campaign that an older version packed has no list of cases, and is verified all the same", async () => {
    const cwd = await forged(async (store, folder) => {
      await olderVersion(store, folder);
      store.remove(store.text(store.of("campaign")[0]!.value.listing_sha256));
      packedBy(folder, "0.6.1");
    });
    expect(await verifyCampaign({ cwd })).toMatchObject({ differences: [], missing: [], same: 24 });
  });

  test("times, answers' reasons to stop and the run profile's name are said to be believed", async () => {
    const { not_proved } = await verifyCampaign({ cwd: await forged(() => {}) });
    const words = not_proved.map(({ what }) => what);
    expect(words).toContain("when runs began, how long they took and how long models took to answer");
    expect(words).toContain("tokens, prices, models and reasons to stop as providers reported them");
    expect(words).toContain("settings that the run profile is named after");
  });

  test("a workspace in which nothing was changed is verified", async () => {
    const cwd = temporaryFolder();
    for (const part of ["configs", "outputs"])
      cpSync(join(shared.workspace, part), join(cwd, part), { recursive: true });
    new ForgedStore(cwd).write();
    expect(isVerified(await verifyCampaign({ cwd }))).toBe(true);
  });
});
