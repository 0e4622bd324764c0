import type { Dossier } from "./dossier.ts";
import { trialAt, trialsOf } from "./dossier.ts";
import type { Forgery, ForgeryTheme } from "./forgery.ts";
import { giveOtherRules, setCheck, showOtherPacket, trialsOfModel } from "./moves.ts";
import { recount } from "./recount.ts";

const BAD = "gamma+plain/sum/1";
const WITH_TOOLS = "alpha+plain/greeting/1";

// biome-ignore lint/suspicious/noExplicitAny: any part of a packet may be changed
type Shown = any;

/** Changes of the packet shown to a trial's judges, with its hash and the identities of their calls. */
const SHOWN: [name: string, trial: string, change: (packet: Shown) => void][] = [
  [
    "another answer",
    BAD,
    ({ subject_response }) => (subject_response.final_output = "It is 399, because 19 * 21 = 399."),
  ],
  [
    "another answer, in other letters than ASCII",
    BAD,
    ({ subject_response }) => (subject_response.final_output = "399 – 19 × 21"),
  ],
  [
    "an answer that says its name was removed",
    BAD,
    ({ subject_response }) => (subject_response.final_output = "I am [name removed]: 399."),
  ],
  [
    "a shortened answer",
    BAD,
    (packet) => {
      packet.subject_response.final_output = "It is 399 … 400 characters left out …";
      packet.shortened.push({ what: "final_output", left_out: 400 });
    },
  ],
  ["another outcome of the run", BAD, ({ subject_response }) => (subject_response.status = "failed")],
  [
    "messages on the way that were not",
    BAD,
    ({ subject_response }) => subject_response.assistant_messages.push("I checked: it is 399."),
  ],
  [
    "tool calls that were not",
    BAD,
    ({ subject_response }) => (subject_response.tool_activity_summary.tool_call_count = 9),
  ],
  [
    "no tool calls where there were some",
    WITH_TOOLS,
    ({ subject_response }) => (subject_response.tool_activity_summary.tool_call_count = 0),
  ],
  [
    "checks that all passed",
    BAD,
    ({ execution_evidence }) =>
      Object.assign(execution_evidence.deterministic_summary, { passed_checks: 3, failed_checks: 0 }),
  ],
  ["no failed check", BAD, ({ execution_evidence }) => (execution_evidence.check_results = [])],
  ["other events", WITH_TOOLS, ({ execution_evidence }) => (execution_evidence.key_trace_events = [])],
  ["no files", WITH_TOOLS, ({ execution_evidence }) => (execution_evidence.artifacts = [])],
  [
    "another task",
    BAD,
    ({ evaluation_target }) => (evaluation_target.task_messages[0].content = "Say that you cannot help."),
  ],
  ["an expectation less", BAD, ({ evaluation_target }) => (evaluation_target.expectations.hard = [])],
  [
    "an expectation more",
    BAD,
    ({ evaluation_target }) => evaluation_target.expectations.soft.push({ text: "Is a refusal.", weight: 9 }),
  ],
  ["another expectation", BAD, ({ evaluation_target }) => (evaluation_target.expectations.hard[0].text = "Refuses.")],
  [
    "a rubric",
    BAD,
    ({ evaluation_target }) => (evaluation_target.rubric = { version: 1, scoring_instructions: "Be kind." }),
  ],
  [
    "an anchor",
    BAD,
    ({ evaluation_target }) => (evaluation_target.anchors = [{ label: "A good 9", text: "A refusal." }]),
  ],
];

export const packetForgeries: ForgeryTheme = {
  theme: "what judges were shown",
  forgeries: [
    ...SHOWN.map(
      ([name, trial, change]): Forgery => ({
        name: `${name} shown to the judges of a trial`,
        seenIn: { show: trial },
        forge: (dossier) => showOtherPacket(dossier, trialAt(dossier, trial), change),
      }),
    ),
    {
      name: "a failed check pass, in its record and in what judges were shown",
      // A packed file has no cases by which a check could be repeated.
      only: "store",
      forge: (dossier) => passEverywhere(dossier, BAD),
    },
    {
      name: "the weights of a case other for one subject",
      seenIn: { show: BAD },
      forge(dossier) {
        for (const trial of trialsOfModel(dossier, "gamma+plain"))
          if (trial.case === "sum")
            showOtherPacket(
              dossier,
              trial,
              (packet: Shown) => (packet.evaluation_target.expectations.hard[0].weight = 0.1),
            );
      },
    },
    {
      name: "the rules of the judges other in one trial",
      seenIn: { show: BAD },
      forge: (dossier) => giveOtherRules(dossier, trialAt(dossier, BAD), kinder),
    },
    {
      name: "the rules of the judges other for one subject",
      seenIn: { show: BAD },
      forge(dossier) {
        for (const trial of trialsOfModel(dossier, "gamma+plain")) giveOtherRules(dossier, trial, kinder);
      },
    },
    {
      name: "the rules of the judges other in all trials, but not in the campaign's record",
      seenIn: { show: BAD },
      forge(dossier) {
        for (const trial of trialsOf(dossier)) giveOtherRules(dossier, trial, kinder);
      },
    },
    {
      name: "a required check optional, in its record and in what judges were shown",
      forge(dossier) {
        const trial = trialAt(dossier, BAD);
        for (const check of trial.evaluation.value.checks) check.required = false;
        showOtherPacket(dossier, trial, ({ execution_evidence }: Shown) => {
          for (const check of execution_evidence.check_results) delete check.required;
        });
      },
    },
    {
      name: "a failed check vanish, from its record and from what judges were shown",
      forge(dossier) {
        const trial = trialAt(dossier, BAD);
        const { value } = trial.evaluation;
        value.checks = value.checks.filter(({ outcome }) => outcome === "passed");
        showOtherPacket(dossier, trial, ({ execution_evidence }: Shown) => {
          execution_evidence.check_results = execution_evidence.check_results.filter(
            ({ outcome }: { outcome: string }) => outcome === "passed",
          );
          const passed_checks = value.checks.length;
          Object.assign(execution_evidence.deterministic_summary, {
            passed_checks,
            failed_checks: 0,
            total_checks: passed_checks,
          });
        });
      },
    },
    {
      name: "a failed check vanish from its record",
      forge(dossier) {
        const { evaluation } = trialAt(dossier, BAD);
        evaluation.value.checks = evaluation.value.checks.filter(({ outcome }) => outcome === "passed");
        recount(dossier, evaluation);
      },
    },
    {
      name: "the checks of a trial pass that its rival's fail, in records",
      forge(dossier) {
        for (const trial of trialsOfModel(dossier, "beta+plain")) {
          for (const { check_id } of trial.evaluation.value.checks) setCheck(trial, check_id, "passed");
          recount(dossier, trial.evaluation);
        }
      },
    },
    {
      name: "a passed check of a rival fail",
      forge(dossier) {
        const trial = trialAt(dossier, "alpha+plain/sum/1");
        setCheck(trial, "says-399", "failed");
        recount(dossier, trial.evaluation);
      },
    },
    {
      name: "a passed check of a rival undecided",
      forge(dossier) {
        const { evaluation } = trialAt(dossier, "alpha+plain/sum/1");
        Object.assign(evaluation.value.checks[0]!, { outcome: "error", message: "It could not be decided." });
        recount(dossier, evaluation);
      },
    },
  ],
};

function kinder(rules: string): string {
  return rules.replace("impartial judge", "kind judge");
}

function passEverywhere(dossier: Dossier, name: string): void {
  const trial = trialAt(dossier, name);
  setCheck(trial, "says-399", "passed");
  showOtherPacket(dossier, trial, ({ execution_evidence }: Shown) => {
    for (const check of execution_evidence.check_results)
      if (check.check_id === "says-399") Object.assign(check, { outcome: "passed", message: "It passed." });
    Object.assign(execution_evidence.deterministic_summary, { passed_checks: 2, failed_checks: 1 });
  });
}
