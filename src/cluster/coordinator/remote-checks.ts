import { type RunChecks, runChecks } from "../../checks/index.ts";
import type { DeterministicCheck, LoadedCase } from "../../config/index.ts";
import type { CheckResult } from "../../records/index.ts";
import { canonicalHash } from "../../text/index.ts";
import { packChecks } from "../payloads/checks-payload.ts";
import type { JobBoard } from "./job-board.ts";
import type { PayloadUploader } from "./payload-uploader.ts";
import { receiveChecks } from "./receive-results.ts";

export interface RemoteCheckOptions {
  board: JobBoard;
  uploader: PayloadUploader;
  /** Workspace folder. */
  root: string;
  /** The run profile's `sandbox`. */
  sandbox: string;
}

/** Executes hooks and commands on workers. Checks that execute nothing run here, next to the files. */
export function remoteChecks({ board, uploader, root, sandbox }: RemoteCheckOptions): RunChecks {
  return async (loadedCase, artifact, artifactsDirectory, policy, surroundings) => {
    const own = withChecks(loadedCase, executesNothing);
    const found = await runChecks(own, artifact, artifactsDirectory, policy, surroundings);
    const elsewhere = withChecks(loadedCase, (check) => !executesNothing(check));
    const packed = await packChecks(
      { loadedCase: elsewhere, artifact, artifactsDirectory, policy, sandbox },
      { root, put: uploader.putFile },
    );
    const payload = () => uploader.send(packed, async () => packed);
    const secret = await uploader.problemOf(payload);
    const id = `checks-${canonicalHash(packed)}`;
    const what = `checks of ${artifact.identity.model_id}/${artifact.identity.case_id} #${artifact.identity.repetition}`;
    const end =
      secret === null
        ? await board.do(
            { id, kind: "checks", what, own: {}, payload, receive: async (text) => receiveChecks(text, elsewhere) },
            surroundings.signal,
          )
        : { status: "impossible" as const, why: secret };
    const executed = end.status === "done" ? end.result : undecided(elsewhere, whyNot(end));
    return sortAsDeclared(loadedCase, [...found, ...executed]);
  };
}

function whyNot(end: { status: string; why?: string }): string {
  if (end.status === "taken_back") return "The check was interrupted.";
  return end.status === "impossible" ? `No worker can run the check. ${end.why}` : `The check was lost: ${end.why}`;
}

function executesNothing({ declarative }: DeterministicCheck): boolean {
  return declarative !== undefined && declarative.kind !== "command";
}

function withChecks(loadedCase: LoadedCase, keep: (check: DeterministicCheck) => boolean): LoadedCase {
  const deterministic_checks = loadedCase.case.deterministic_checks.filter(keep);
  return { ...loadedCase, case: { ...loadedCase.case, deterministic_checks } };
}

/** Marks checks as errors, to be repeated later. */
function undecided({ case: { deterministic_checks: checks } }: LoadedCase, message: string): CheckResult[] {
  return checks.map(({ check_id, declarative, python_hook, dimensions, required }) => {
    const kind = declarative?.kind ?? (python_hook ? "python_hook" : "module_hook");
    return { check_id, kind, dimensions, required, outcome: "error", message };
  });
}

function sortAsDeclared({ case: { deterministic_checks: checks } }: LoadedCase, results: CheckResult[]): CheckResult[] {
  const byId = new Map(results.map((result) => [result.check_id, result]));
  return checks.flatMap(({ check_id }) => byId.get(check_id) ?? []);
}
