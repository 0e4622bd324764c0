import type { RunChecks } from "../../../checks/index.ts";
import type { EvaluationProfile, LoadedCase } from "../../../config/index.ts";
import type { RunArtifact, RunRecord, TrialKey } from "../../../records/index.ts";
import type { SandboxChoice } from "../../../sandbox/index.ts";
import type { Entry, Store } from "../../../store/index.ts";
import type { Redactor } from "../../../text/index.ts";
import type { Panel } from "../../panel/panel.ts";
import type { CalledNames, EvaluationIdentities } from "./evaluation-identity.ts";

/** A trial whose run is stored, or the reason why it is not. */
export interface TrialToJudge {
  place: TrialKey;
  identity: RunArtifact["identity"];
  loadedCase: LoadedCase;
  /** Null with the reason when there is none. */
  run: Entry<"run"> | null;
  /** What `run` says, where somebody has it at hand; else it is read when it is needed. */
  record: RunRecord | null;
  reason: string | null;
  /** False when the run was executed by this very command. */
  reused: boolean;
}

/** What judging a trial needs besides the trial; the same for all trials of a campaign. */
export interface EvaluationSurroundings {
  store: Store;
  profile: EvaluationProfile;
  /** `<evaluation_profile_id>-<fp8>`. */
  evaluationProfileFolder: string;
  identities: EvaluationIdentities;
  /** What the suite calls a subject besides its id. */
  calledAs: (subjectId: string) => CalledNames;
  system: { text: string; sha256: string };
  panel: Panel;
  redact: Redactor;
  chooseSandbox: () => Promise<SandboxChoice>;
  /** Who runs hooks and commands of checks, if not this machine. */
  executeChecks?: RunChecks;
  /** `judge`: do what is missing and store it. `read`: only read; no call, no hook, no file. */
  mode: "judge" | "read";
  /** Whether the files for reading are made. */
  files: boolean;
  force: boolean;
  /** True once the user wants to stop. */
  interrupted: () => boolean;
  signal?: AbortSignal;
}
