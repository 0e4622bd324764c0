import type { RunArtifact, RunRecord } from "../../../src/records/index.ts";
import { sha256 } from "../../../src/text/index.ts";
import { type Dossier, refileRun, trialAt } from "./dossier.ts";
import type { Forgery, ForgeryTheme } from "./forgery.ts";
import { changeFingerprint, trialsOfModel } from "./moves.ts";

const BAD = "beta+plain/sum/2";
const WITH_TOOLS = "alpha+plain/greeting/1";
const FAILED = "beta+plain/greeting/2";
const REDACTED = "alpha+plain/handover/1";

/** Fields of a run, as `assay show` shows them, each changed alone. */
const FIELDS: [name: string, trial: string, change: (artifact: RunArtifact, run: RunRecord) => void][] = [
  [
    "the answer, by one letter",
    BAD,
    (artifact) => (artifact.final_output = artifact.final_output!.replace("420", "399")),
  ],
  [
    "the answer, by a letter that looks the same",
    BAD,
    (artifact) => (artifact.final_output = artifact.final_output!.replace("About", "Аbout")),
  ],
  [
    "the answer, of which none was given",
    FAILED,
    (artifact) => (artifact.final_output = "I wrote it, and it says: hello from assay"),
  ],
  ["the answer, to none", BAD, (artifact) => (artifact.final_output = null)],
  [
    "the answer, made longer than is compared",
    BAD,
    (artifact) => (artifact.final_output += ` It is 399.${" Indeed.".repeat(400)}`),
  ],
  ["whether the answer was forced", BAD, (artifact) => (artifact.final_output_forced = true)],
  [
    "how a run ended, to a failure of the provider",
    BAD,
    (artifact) => {
      artifact.status = "provider_error";
      artifact.failure = { stage: "provider", message: "the provider was down" };
    },
  ],
  [
    "how a run ended, to timed out",
    BAD,
    (artifact) => {
      artifact.status = "timed_out";
      artifact.failure = { stage: "timeout", message: "no answer in 30 s" };
    },
  ],
  ["why a run failed", FAILED, (artifact) => (artifact.failure!.message = "A cosmic ray.")],
  [
    "what the subject was asked, in its request",
    BAD,
    (artifact) => (artifact.request.messages[0]!.content = "What is 20 * 21?"),
  ],
  ["the model that was asked, in its request", BAD, (artifact) => (artifact.request.model = "lab/better")],
  [
    "where the model was asked, in its request",
    BAD,
    (artifact) => (artifact.request.gateway = "https://api.example.com/v1"),
  ],
  ["that a program was asked, in its request", BAD, (artifact) => (artifact.request.offline = true)],
  ["the settings of the request", BAD, (artifact) => (artifact.request.execution_parameters.temperature = 1)],
  ["the tools that were offered, in its request", WITH_TOOLS, (artifact) => (artifact.request.tools = [])],
  ["the model that answered", BAD, (artifact) => (artifact.provider[0]!.model = "lab/better")],
  ["why the answer ended", BAD, (artifact) => (artifact.provider[0]!.finish_reason = "length")],
  ["how long a run took", BAD, (artifact) => (artifact.timing.duration_ms = 1_000_000)],
  ["when a run began", BAD, (artifact) => (artifact.timing.started_at = "2020-01-01T00:00:00.000Z")],
  ["the tokens of a run", BAD, (artifact) => Object.assign(artifact.usage!, { prompt_tokens: 5, total_tokens: 26 })],
  ["the price of a run", BAD, (artifact) => (artifact.usage!.cost_usd = 0.000001)],
  ["the usage of a run, to none", BAD, (artifact) => (artifact.usage = null)],
  [
    "the trace, by a tool call less",
    WITH_TOOLS,
    (artifact) => {
      artifact.trace = artifact.trace.filter((event) => event.kind !== "tool_call" || event.tool_name !== "read_file");
    },
  ],
  [
    "the trace, by a tool call more",
    BAD,
    (artifact) =>
      artifact.trace.unshift({
        turn: 1,
        at_ms: 1,
        kind: "tool_call",
        tool_name: "exec_shell",
        tool_call_id: "x",
        arguments: '{"command":"echo 399"}',
      }),
  ],
  [
    "what a tool returned",
    WITH_TOOLS,
    (artifact) => {
      for (const event of artifact.trace) if (event.kind === "tool_result") event.content = "Permission denied.";
    },
  ],
  [
    "whether a tool worked",
    WITH_TOOLS,
    (artifact) => {
      for (const event of artifact.trace) if (event.kind === "tool_result") event.status = "error";
    },
  ],
  [
    "what a tool was called with",
    WITH_TOOLS,
    (artifact) => {
      for (const event of artifact.trace) if (event.kind === "tool_call") event.arguments = "{}";
    },
  ],
  [
    "the list of files that a run left",
    WITH_TOOLS,
    (artifact, run) => {
      artifact.artifacts = [];
      run.files = null;
    },
  ],
  [
    "the raw answers of the provider",
    BAD,
    (artifact) => {
      artifact.runner_metadata.raw_answers = [{ model: "lab/quick", choices: [{ message: { content: "399" } }] }];
    },
  ],
  ["which subject a run is of, in its identity", BAD, (artifact) => (artifact.identity.model_id = "alpha+plain")],
  ["which case a run is of, in its identity", BAD, (artifact) => (artifact.identity.case_id = "capital")],
  ["which repetition a run is, in its identity", BAD, (artifact) => (artifact.identity.repetition = 1)],
];

/** Of what a run was given, filed under the hash that it has then. */
const GIVEN: [name: string, trial: string, change: (given: Record<string, unknown>) => void][] = [
  ["the model", BAD, (given) => (given.model = "lab/better")],
  ["the endpoint", BAD, (given) => (given.gateway = "https://api.example.com/v1")],
  ["the temperature", BAD, (given) => (given.options = { temperature: 1 })],
  ["the question", BAD, (given) => (given.messages = [{ role: "user", content: "What is 20 * 21?" }])],
  ["the repetition", BAD, (given) => (given.repetition = 7)],
  ["the tools", WITH_TOOLS, (given) => (given.tools = [])],
  [
    "the system prompt of another variant",
    BAD,
    (given) => (given.messages as unknown[]).unshift({ role: "system", content: "Answer briefly." }),
  ],
];

export const runForgeries: ForgeryTheme = {
  theme: "a field of a run",
  forgeries: [
    ...FIELDS.map(
      ([name, trial, change]): Forgery => ({
        name: `${name}, other`,
        seenIn: { show: trial },
        forge(dossier) {
          const { value } = trialAt(dossier, trial).run;
          change(value.artifact, value);
        },
      }),
    ),
    ...GIVEN.map(
      ([name, trial, change]): Forgery => ({
        name: `${name} that a run was given other, under its new hash`,
        forge(dossier) {
          const { run } = trialAt(dossier, trial);
          changeFingerprint(run, change);
          refileRun(dossier, run);
        },
      }),
    ),
    ...bothRecords(),
    {
      name: "a run be of another question, by a fingerprint that claims a redacted key",
      seenIn: { show: BAD },
      forge(dossier) {
        const { run } = trialAt(dossier, BAD);
        run.value.fingerprint = run.value.fingerprint.replace("19 * 21", "20 * 21 [redacted]");
        run.value.artifact.runner_metadata.fingerprint_redacted = true;
      },
    },
    {
      name: "a run that has a redacted key be of another model",
      seenIn: { show: REDACTED },
      forge(dossier) {
        const { run } = trialAt(dossier, REDACTED);
        changeFingerprint(run, (given) => (given.model = "offline/hasty"));
        run.value.artifact.request.model = "offline/hasty";
      },
    },
    {
      name: "a file that a run left other, under its new hash",
      seenIn: { show: WITH_TOOLS },
      forge(dossier) {
        const { run } = trialAt(dossier, WITH_TOOLS);
        const file = run.value.artifact.artifacts.find(({ path }) => path.endsWith("greeting.txt"))!;
        const content = Buffer.from("hello from nobody");
        dossier.files.set(`outputs/${run.value.files}/${file.path}`, content);
        Object.assign(file, { bytes: content.length, sha256: sha256(content) });
      },
    },
  ],
};

/** The run and its evaluation agree on the changed figure; only the provider's response still has the old one. */
function bothRecords(): Forgery[] {
  return [
    {
      name: "a subject be cheap, in runs and evaluations",
      forge(dossier) {
        for (const { run, evaluation } of trialsOfModel(dossier, "beta+plain")) {
          run.value.artifact.usage!.cost_usd = 0.00001;
          evaluation.value.result.run!.cost_usd = 0.00001;
        }
      },
    },
    {
      name: "a subject be short, in runs and evaluations",
      forge: onUsage((usage) => Object.assign(usage, { completion_tokens: 1, total_tokens: 101 })),
    },
    {
      name: "a subject be quick, in runs and evaluations",
      forge(dossier) {
        for (const { run, evaluation } of trialsOfModel(dossier, "beta+plain")) {
          Object.assign(run.value.artifact.timing, { duration_ms: 0, latency_ms: 0 });
          Object.assign(evaluation.value.result.run!, { duration_ms: 0, latency_ms: 0 });
        }
      },
    },
    {
      name: "a failed run succeed, in run and evaluation, with an answer",
      forge(dossier) {
        const { run, evaluation } = trialAt(dossier, FAILED);
        Object.assign(run.value.artifact, { status: "success", failure: null, final_output: "hello from assay" });
        evaluation.value.result.run_status = "success";
      },
    },
    {
      name: "a run be nobody's fault, in run and evaluation",
      forge(dossier) {
        const { run, evaluation } = trialAt(dossier, BAD);
        const failure = { stage: "provider", message: "the provider was down" };
        Object.assign(run.value.artifact, { status: "provider_error", failure, final_output: null });
        dossier.records = dossier.records.filter((record) => record !== evaluation);
      },
    },
    {
      name: "the tool calls of a run fewer, in run and evaluation",
      forge(dossier) {
        const { run, evaluation } = trialAt(dossier, "gamma+plain/greeting/1");
        const { artifact } = run.value;
        artifact.trace = artifact.trace.filter(({ kind }) => kind !== "tool_call");
        evaluation.value.result.run!.tool_calls = 0;
      },
    },
  ];
}

function onUsage(change: (usage: NonNullable<RunArtifact["usage"]>) => void): (dossier: Dossier) => void {
  return (dossier) => {
    for (const { run, evaluation } of trialsOfModel(dossier, "beta+plain")) {
      const usage = run.value.artifact.usage!;
      change(usage);
      const { prompt_tokens, completion_tokens } = usage;
      Object.assign(evaluation.value.result.run!, { prompt_tokens, completion_tokens });
    }
  };
}
