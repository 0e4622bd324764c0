import type { LoadedAgent } from "../agents/load-agent.ts";
import type { LoadedCase } from "../case/loaded-case.ts";
import type { FormsOptions } from "../parsed-forms/parsed-forms.ts";
import type { RunProfile } from "../schema/campaign/run-profile.ts";
import type { Suite } from "../schema/campaign/suite.ts";
import type { LoadedVariant } from "../suite/load-variants.ts";
import type { Subject } from "../suite/subjects.ts";

/** Valid, resolved configuration of a campaign. */
export interface CampaignConfig {
  /** Absolute path of the workspace root, which contains configs/ and outputs/. */
  root: string;
  suite: Suite;
  runProfile: RunProfile;
  /** In the order of the suite, with referenced files. */
  variants: LoadedVariant[];
  /** Measured subjects: the models, or models × variants. */
  subjects: Subject[];
  cases: SelectedCase[];
}

export interface SelectedCase {
  loaded: LoadedCase;
  /** Reason for the selection, to show: `tag smoke`, `include_case_ids`, `no filter`. */
  reason: string;
  /** Agent for all models, for runners that need one. */
  agent?: LoadedAgent;
  /** Agents of models that bring their own, by `model_id`. */
  agentsOfModels?: ReadonlyMap<string, LoadedAgent>;
}

export interface CampaignReference {
  /** Folder in the workspace to search from, such as the current directory. */
  from: string;
  /** Id or path. */
  suite: string;
  runProfile: string;
  /**
   * File that caches parsed cases by their content, to speed up the next load. It is created if missing, never trusted, and may be deleted
   * at any time. Omit to disable caching.
   */
  parsedForms?: { path: string } & FormsOptions;
}
