import type { PlannedTrial } from "../../campaign/index.ts";
import type { LoadedCase } from "../../config/index.ts";
import { CHECK_RESULTS, type CheckResult, type RunArtifact, type Shape } from "../../records/index.ts";
import { identityOf, type Trial } from "../../runners/index.ts";
import { pathProblemOf, quoteForeign, type ReceivedValue, receiveJson } from "../../store/index.ts";
import { canonicalJson, type Redactor, redactJson } from "../../text/index.ts";
import { RESULT_TREE, TRIAL_RESULT } from "../payloads/result-shapes.ts";
import type { TrialResultPayload } from "../payloads/trial-result.ts";

/** Longer texts are no results, as a trial's files are sent separately. */
const LONGEST_RESULT = 128 * 1024 * 1024;

/** Parses and validates a worker's result. */
export function receiveResult<Value>(text: string, shape: Shape): ReceivedValue<Value> {
  return receiveJson<Value>(text, shape, { characters: LONGEST_RESULT });
}

/** Accepts the result of this trial only, and files only if it can have produced any. */
export function receiveTrial(
  text: string,
  { trial }: Pick<PlannedTrial, "trial">,
  { redact, canLeaveFiles }: { redact: Redactor; canLeaveFiles: boolean },
): ReceivedValue<TrialResultPayload> {
  const received = receiveResult<TrialResultPayload>(text, TRIAL_RESULT);
  if (!received.ok) return received;
  const { artifact, kept, files } = received.value;
  const problem = otherTrialProblem(artifact, trial, redact) ?? statusProblem(artifact);
  if (problem !== null) return { ok: false, problem };
  for (const { path } of [...artifact.artifacts, ...kept.files]) {
    const wrong = pathProblemOf(path, RESULT_TREE.depth);
    if (wrong !== null || path === ".")
      return { ok: false, problem: `the path ${quoteForeign(path)} is refused: ${wrong ?? "it is a folder"}` };
  }
  if (!canLeaveFiles && (files.length > 0 || kept.files.length > 0 || !kept.empty))
    return { ok: false, problem: "it brings files of a trial that can leave none" };
  return received;
}

/** Compares identities after redaction on both sides, since a worker also redacts what looks like a secret in an id. */
function otherTrialProblem(artifact: RunArtifact, trial: Trial, redact: Redactor): string | null {
  const { identity, runner, request } = artifact;
  const own = identityOf(trial);
  const isOwn = [own, redactJson(own, redact)].some((one) => canonicalJson(one) === canonicalJson(identity));
  if (!isOwn || runner !== trial.loadedCase.case.runner.type) return "it is about another trial";
  const models = [trial.resolved_model, trial.request.model];
  if (![...models, ...models.map((model) => redact(model))].includes(request.model)) return "it is about another model";
  return null;
}

function statusProblem({ status, failure }: RunArtifact): string | null {
  if (status === "success" && failure !== null) return "its status is success, and it names a failure";
  return status !== "success" && failure === null ? `its status is ${status}, and it names no failure` : null;
}

/** Accepts results for exactly the checks of a case. */
export function receiveChecks(
  text: string,
  { case: { deterministic_checks: checks } }: LoadedCase,
): ReceivedValue<CheckResult[]> {
  const received = receiveResult<CheckResult[]>(text, CHECK_RESULTS);
  if (!received.ok) return received;
  const found = received.value;
  const isOwn = checks.every(({ check_id, declarative, python_hook, dimensions, required, not }, index) => {
    const kind = declarative?.kind ?? (python_hook ? "python_hook" : "module_hook");
    const wanted = { check_id, kind, dimensions, required, isTurned: not === true };
    const {
      outcome: _outcome,
      message: _message,
      seen: _seen,
      cut_short: _cut,
      not: turned,
      ...one
    } = found[index] ?? ({} as CheckResult);
    return canonicalJson({ ...one, isTurned: turned === true }) === canonicalJson(wanted);
  });
  return isOwn && found.length === checks.length ? received : { ok: false, problem: "it is about other checks" };
}
