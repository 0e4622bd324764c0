import type { LoadedCase } from "../../config/index.ts";
import type { RunArtifact } from "../../records/index.ts";
import type { SandboxChoice } from "../../sandbox/index.ts";

/** What a check looks at. */
export interface CheckSubject {
  loadedCase: LoadedCase;
  artifact: RunArtifact;
  artifactsDirectory: string;
}

export interface CheckSurroundings {
  /** Where hooks and commands execute. */
  sandbox: SandboxChoice;
  signal?: AbortSignal;
  /** Where to look for `python3`; our own environment when left out. */
  env?: Record<string, string | undefined>;
}
