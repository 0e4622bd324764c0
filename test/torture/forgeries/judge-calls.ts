import type { CallRecord } from "../../../src/records/index.ts";
import {
  addRecord,
  addText,
  copyOf,
  type Dossier,
  fileCall,
  iterationsOf,
  recordOf,
  trialAt,
  trialsOf,
} from "./dossier.ts";
import type { Forgery, ForgeryTheme } from "./forgery.ts";
import { changeCalls, freshKey, judgeRunOf } from "./moves.ts";
import { recount } from "./recount.ts";

const BAD = "gamma+plain/sum/1";
/** Its careless judge broke the contract, was asked again, and gave a verdict or none. */
const CARELESS = "beta+plain/greeting/1";

/** Fields of a strict judge's calls, changed under the identity that they had. */
const IN_PLACE: [name: string, change: (call: CallRecord) => void][] = [
  ["the model of a judge", (call) => (call.model = "offline/judge")],
  ["the endpoint of a judge", (call) => (call.endpoint = "https://api.example.com/v1")],
  ["the settings of a judge", (call) => (call.options = { temperature: 2 })],
  ["that a judge is a program", (call) => (call.offline = false)],
  ["which repetition a call is", (call) => (call.repetition += 5)],
  ["which packet a call is about", (call) => (call.prompt.user_sha256 = "0".repeat(64))],
  ["which rules a call was given", (call) => (call.prompt.system_sha256 = "0".repeat(64))],
  ["what a call cost", (call) => (call.usage = { ...call.usage!, cost_usd: 3 })],
  ["how many tokens a call took", (call) => (call.usage = { ...call.usage!, prompt_tokens: 1 })],
  ["the name that a call has of itself", (call) => (call.call_id = "0".repeat(64))],
  ["the model that answered a judge's call", (call) => onAnswer(call, (outcome) => (outcome.model = "lab/other"))],
  ["what the provider said it had sent", (call) => onAnswer(call, (outcome) => (outcome.raw = { choices: [] }))],
  ["why the answer of a judge ended", (call) => onAnswer(call, (outcome) => (outcome.finish_reason = "length"))],
  [
    "violations of a good answer",
    (call) => call.attempts[0]!.violations.push({ rule: "not_json", path: "", message: "is not JSON" }),
  ],
  ["an attempt more, before the answer", (call) => call.attempts.unshift(copyOf(call.attempts[0]!))],
  ["an attempt more, after the answer", (call) => call.attempts.push(copyOf(call.attempts[0]!))],
];

/** The same, filed under the identity that they have then. */
const REFILED: [name: string, change: (call: CallRecord) => void][] = [
  ["the model of a judge", (call) => (call.model = "offline/judge")],
  ["the endpoint of a judge", (call) => (call.endpoint = "https://api.example.com/v1")],
  ["the settings of a judge", (call) => (call.options = { temperature: 2 })],
  ["a redacted setting of a judge", (call) => (call.options = { metadata: { key: "[redacted]" } })],
  ["the repetition of a judge's calls", (call) => (call.repetition += 5)],
  ["the packet that a judge saw", (call) => (call.prompt.user_sha256 = "0".repeat(64))],
  ["the rules that a judge was given", (call) => (call.prompt.system_sha256 = "0".repeat(64))],
];

export const callForgeries: ForgeryTheme = {
  theme: "judge calls",
  forgeries: [
    ...IN_PLACE.map(
      ([name, change]): Forgery => ({
        name: `${name} other, in its calls`,
        seenIn: { show: BAD },
        forge: (dossier) => changeCalls(dossier, trialAt(dossier, BAD), "strict", change),
      }),
    ),
    ...REFILED.map(
      ([name, change]): Forgery => ({
        name: `${name} other, under a new identity`,
        seenIn: { show: BAD },
        forge: (dossier) => changeCalls(dossier, trialAt(dossier, BAD), "strict", change, { refile: true }),
      }),
    ),
    {
      name: "the read answer better, where what the provider sent stays",
      forge: onCallsOf(BAD, "strict", (call) =>
        onAnswer(call, (outcome) => (outcome.message.content = better(outcome.message.content!))),
      ),
    },
    {
      name: "the first, broken answers of a judge vanish",
      forge: onCallsOf(CARELESS, "careless", (call) => (call.attempts = call.attempts.slice(-1))),
    },
    {
      name: "an earlier, broken answer the last",
      forge: onCallsOf(CARELESS, "careless", (call) => call.attempts.reverse()),
    },
    {
      name: "a broken answer be none",
      forge: onCallsOf(CARELESS, "careless", (call) => {
        for (const attempt of call.attempts) attempt.violations = [];
      }),
    },
    {
      name: "a judge's call without any attempt",
      forge: onCallsOf("gamma+plain/sum/2", "strict", (call) => {
        call.attempts = [];
        call.result = { status: "not_asked", message: "not asked", because: "interrupted" };
      }),
    },
    {
      name: "the calls about a better trial stand for this one, as they are",
      forge: (dossier) => useCallsOf(dossier, "gamma+plain/sum/2", BAD, (call) => call),
    },
    {
      name: "the calls about a better trial stand for this one, under keys that nothing hashes to",
      forge: (dossier) =>
        useCallsOf(dossier, "gamma+plain/sum/2", BAD, (call, index) => {
          const key = freshKey(`call ${index}`);
          addRecord(dossier, {
            kind: "call",
            key,
            place: null,
            value: { ...copyOf(callOf(dossier, call)), call_id: key },
          });
          return key;
        }),
    },
    {
      name: "a newer call, with a better answer, under the same identity and another model's name",
      forge(dossier) {
        const trial = trialAt(dossier, BAD);
        for (const { call_id } of judgeRunOf(trial, "strict").iterations) {
          const value = copyOf(callOf(dossier, call_id));
          onAnswer(value, (outcome) => (outcome.message.content = better(outcome.message.content!)));
          addRecord(dossier, { kind: "call", key: call_id, place: null, value: { ...value, model: "offline/judge" } });
        }
        recount(dossier, trial.evaluation);
      },
    },
    {
      name: "all calls of the moody judge those that liked it best",
      forge(dossier) {
        for (const { evaluation } of trialsOf(dossier)) {
          const { iterations } = evaluation.value.result.judge_runs.find(
            ({ judge_run_id }) => judge_run_id === "moody",
          )!;
          const best = iterations.toSorted((one, other) => other.score! - one.score!)[0]!;
          for (const iteration of iterations) iteration.call_id = best.call_id;
          recount(dossier, evaluation);
        }
      },
    },
    {
      name: "the moody judge's best answer count three times, as other repetitions of its call",
      forge(dossier) {
        const trial = trialAt(dossier, "beta+plain/sum/2");
        const { iterations } = judgeRunOf(trial, "moody");
        const best = callOf(dossier, iterations.find(({ score }) => score === 9.1)!.call_id);
        for (const [index, iteration] of iterations.entries())
          iteration.call_id = fileCall(dossier, { ...best, repetition: 11 + index });
        recount(dossier, trial.evaluation);
      },
    },
    {
      name: "repetitions of two judges exchanged",
      forge(dossier) {
        const trial = trialAt(dossier, "beta+plain/sum/2");
        const [lenient] = judgeRunOf(trial, "lenient").iterations;
        const [moody] = judgeRunOf(trial, "moody").iterations;
        [lenient!.call_id, moody!.call_id] = [moody!.call_id, lenient!.call_id];
        recount(dossier, trial.evaluation);
      },
    },
    {
      name: "an answer longer than its text: a second verdict behind the first",
      forge(dossier) {
        const trial = trialAt(dossier, BAD);
        const key = addText(dossier, "an unused text");
        for (const iteration of judgeRunOf(trial, "strict").iterations) {
          const value = copyOf(callOf(dossier, iteration.call_id));
          onAnswer(value, (outcome) => (outcome.message.content += better(outcome.message.content!)));
          iteration.call_id = fileCall(dossier, { ...value, options: { ...value.options, note: key } });
        }
        recount(dossier, trial.evaluation);
      },
    },
  ],
};

type Answered = Extract<CallRecord["attempts"][number]["outcome"], { status: "answered" }>;

function onAnswer({ attempts }: CallRecord, change: (outcome: Answered) => void): void {
  for (const { outcome } of attempts) if (outcome.status === "answered") change(outcome);
}

/** The same verdict, kinder. */
function better(answer: string): string {
  const verdict = JSON.parse(answer);
  verdict.overall.score = 9.7;
  return JSON.stringify(verdict);
}

function onCallsOf(trial: string, judge: string, change: (call: CallRecord) => void): (dossier: Dossier) => void {
  return (dossier) => changeCalls(dossier, trialAt(dossier, trial), judge, change);
}

function callOf(dossier: Dossier, id: string): CallRecord {
  return recordOf(dossier, "call", id).value;
}

/** Files the calls of one trial for another, in order. */
function useCallsOf(
  dossier: Dossier,
  from: string,
  into: string,
  refile: (call: string, index: number) => string,
): void {
  const calls = iterationsOf(trialAt(dossier, from).evaluation.value).map(({ call_id }) => call_id);
  const { evaluation } = trialAt(dossier, into);
  for (const [index, iteration] of iterationsOf(evaluation.value).entries())
    iteration.call_id = refile(calls[index]!, index);
  recount(dossier, evaluation);
}
