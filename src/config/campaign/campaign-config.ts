import type { LoadedAgent } from "../agents/load-agent.ts";
import type { LoadedCase } from "../case/loaded-case.ts";
import type { FormsOptions } from "../parsed-forms/parsed-forms.ts";
import type { RunProfile } from "../schema/campaign/run-profile.ts";
import type { Suite } from "../schema/campaign/suite.ts";
import type { LoadedVariant } from "../suite/load-variants.ts";
import type { Subject } from "../suite/subjects.ts";

/** Everything one campaign needs, valid and resolved. */
export interface CampaignConfig {
  /** Absolute path of the workspace root: the folder that holds configs/ and outputs/. */
  root: string;
  suite: Suite;
  runProfile: RunProfile;
  /** As the suite lists them, with what they refer to. */
  variants: LoadedVariant[];
  /** What is measured: the models, or models × variants. */
  subjects: Subject[];
  cases: SelectedCase[];
}

export interface SelectedCase {
  loaded: LoadedCase;
  /** Why the suite's selection picked it, for people: `tag smoke`, `include_case_ids`, `no filter`. */
  reason: string;
  /** The agent that executes it, whatever the model; only where the case's runner runs agents. */
  agent?: LoadedAgent;
  /** Agents of models that bring their own, by `model_id`. */
  agentsOfModels?: ReadonlyMap<string, LoadedAgent>;
}

export interface CampaignReference {
  /** Where to look for the workspace; the current directory or any folder below the root. */
  from: string;
  /** Id or path. */
  suite: string;
  runProfile: string;
  /**
   * A file in which parsed cases are kept by their content, so that the next load of unchanged files is quicker. It is
   * made when missing, never trusted, and may be deleted at any time. Without it nothing is kept.
   */
  parsedForms?: { path: string } & FormsOptions;
}
