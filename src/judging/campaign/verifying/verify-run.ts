import { problemOfRecord, type RecordedMessage, type RunRecord } from "../../../records/index.ts";
import { fileDamage, type Store } from "../../../store/index.ts";
import { isRecord, jsonOrNull, REDACTED, sha256 } from "../../../text/index.ts";
import { type Difference, differenceBetween } from "./difference.ts";
import { type ExpectedJudging, isPlannedRun, plannedRun } from "./expected-judging.ts";
import { outcomeThatDiffers } from "./outcome-that-differs.ts";

export interface VerifiedRun {
  differences: Difference[];
  missing: string[];
  /** False if a secret was removed from the text that its identity hashes. */
  isHashed: boolean;
  /** True if it was executed under another name, and no plan confirms that this trial has the same inputs. */
  isAdoptedOnTrust: boolean;
}

interface PlacedTrial {
  model_id: string;
  case_id: string;
  repetition: number;
}

/** Checks a run against its identity, its trial, and itself. */
export function verifyRun(
  store: Store,
  run: RunRecord,
  run_id: string,
  trial: PlacedTrial,
  judging: ExpectedJudging | null,
): VerifiedRun {
  const verified: VerifiedRun = { differences: [], missing: [], isHashed: true, isAdoptedOnTrust: false };
  const problem = problemOfRecord("run", run);
  if (problem !== null) {
    verified.differences.push({ what: "the record of its run", stored: problem, found: "a record that can be read" });
    return verified;
  }
  const { differences } = verified;
  const { artifact, fingerprint } = run;
  const found = sha256(fingerprint);
  if (found !== run_id) {
    verified.isHashed = artifact.runner_metadata.fingerprint_redacted !== true || !fingerprint.includes(REDACTED);
    if (verified.isHashed) differences.push({ what: "identity of the run", stored: run_id, found });
    verified.isHashed = !verified.isHashed;
  }
  differences.push(...differenceBetween("the run_id of its run", artifact.identity.run_id, run_id));
  differences.push(...inputsThatDiffer(run, trial.repetition), ...outcomeThatDiffers(artifact));
  const damage = fileDamage(run, store.outputs);
  if (damage !== null) verified.missing.push(`a file of its run (${damage})`);
  if (judging) takePlan(verified, run, run_id, trial, judging);
  return verified;
}

/** Compares with the plan, which names the run of every trial; a campaign without one names at least the model of every subject. */
function takePlan(
  verified: VerifiedRun,
  { artifact }: RunRecord,
  run_id: string,
  trial: PlacedTrial,
  judging: ExpectedJudging,
): void {
  const { identity, request, runner } = artifact;
  const subject = judging.models.get(trial.model_id);
  if (subject === undefined)
    verified.differences.push({ what: "the subject", stored: trial.model_id, found: "no subject of the campaign" });
  else
    verified.differences.push(
      ...differenceBetween("the model of its run", request.model, subject.model),
      ...differenceBetween("the offline flag of its subject", subject.offline, request.offline),
    );
  const listed = judging.runners.get(trial.case_id) ?? runner;
  verified.differences.push(...differenceBetween("the runner in the list of cases", listed, runner));
  const planned = plannedRun(judging, trial);
  if (typeof planned === "string" && !isPlannedRun(planned, run_id))
    verified.differences.push({ what: "the run of the trial", stored: run_id, found: `${planned}…, as planned` });
  const isOwn = identity.model_id === trial.model_id && identity.case_id === trial.case_id;
  verified.isAdoptedOnTrust = !planned && !(isOwn && identity.repetition === trial.repetition);
}

/** Replaces the endpoint if a program of this package answers. */
const OFFLINE_ENDPOINT = "offline";

/** Compares the inputs in the fingerprint with those in the record of the run. */
function inputsThatDiffer({ artifact, fingerprint }: RunRecord, repetition: number): Difference[] {
  const { identity, request, runner } = artifact;
  const inputs = jsonOrNull(fingerprint);
  if (!isRecord(inputs)) return [{ what: "what the run was given", stored: "no JSON", found: "a fingerprint" }];
  const attached = new Set(
    Array.isArray(inputs.attachments) ? inputs.attachments.map((file: unknown) => isRecord(file) && file.at) : [],
  );
  const messages = request.messages.filter((_, at) => !attached.has(at));
  const options = isRecord(inputs.options) ? inputs.options : {};
  const parameters = Object.fromEntries(Object.keys(options).map((name) => [name, request.execution_parameters[name]]));
  const compare = (what: string, stored: unknown, given: unknown) =>
    differenceBetween(`${what} of the run, by its fingerprint`, stored, given);
  return [
    ...compare("the runner", runner, inputs.runner),
    ...compare("the endpoint", request.gateway, inputs.gateway),
    ...compare("the offline flag", request.offline, inputs.gateway === OFFLINE_ENDPOINT),
    ...compare("the model", request.model, inputs.model),
    ...compare("the repetition", repetition, inputs.repetition),
    ...compare("the repetition in the identity", identity.repetition, inputs.repetition),
    ...compare("the settings", withoutTimeouts(parameters), withoutTimeouts(options)),
    ...compare("the messages", asSent(messages), asSent(inputs.messages)),
    ...compare("the turns", asSent(request.turns), asSent(inputs.turns)),
    ...compare("the tools", request.tools, inputs.tools),
  ];
}

/** The runner's own settings are recorded under the same names, and count there. */
function withoutTimeouts({ timeout_seconds: _, retries: __, max_turns: ___, ...options }: Record<string, unknown>) {
  return options;
}

function asSent(messages: unknown): unknown {
  if (!Array.isArray(messages)) return messages;
  return (messages as unknown[]).map((message) => {
    if (!isRecord(message)) return message;
    const { role, content, parts, name } = message as unknown as RecordedMessage;
    return { role, content, ...(parts ? { parts } : {}), ...(name ? { name } : {}) };
  });
}
