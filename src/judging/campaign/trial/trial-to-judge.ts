import type { PlannedTrial, ReadyTrial } from "../../../campaign/index.ts";
import type { RunChecks } from "../../../checks/index.ts";
import type { EvaluationProfile } from "../../../config/index.ts";
import type { SandboxChoice } from "../../../sandbox/index.ts";
import type { Store } from "../../../store/index.ts";
import type { Redactor } from "../../../text/index.ts";
import type { Panel } from "../../panel/panel.ts";
import type { CalledNames, EvaluationIdentities } from "./evaluation-identity.ts";

/** A planned trial with its run, or the reason why it has none. */
export type TrialToJudge = TrialWithRun | { planned: PlannedTrial; run: null; reason: string };

export type TrialWithRun = Omit<ReadyTrial, "number">;

/** Everything besides the trial that judging needs; the same for all trials of a campaign. */
export interface EvaluationSurroundings {
  store: Store;
  profile: EvaluationProfile;
  /** `<evaluation_profile_id>-<fp8>`. */
  evaluationProfileFolder: string;
  identities: EvaluationIdentities;
  /** The suite's names for a subject besides its id. */
  calledAs: (subjectId: string) => CalledNames;
  system: { text: string; sha256: string };
  panel: Panel;
  redact: Redactor;
  chooseSandbox: () => Promise<SandboxChoice>;
  /** Executes hooks and commands of checks, instead of this machine. */
  executeChecks?: RunChecks;
  /** `judge`: do and store missing work. `read`: only read; no call, no hook, no file. */
  mode: "judge" | "read";
  /** True if the files for reading are written. */
  files: boolean;
  force: boolean;
  /** True once the user wants to stop. */
  interrupted: () => boolean;
  signal?: AbortSignal;
}
