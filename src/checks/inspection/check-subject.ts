import type { LoadedCase } from "../../config/index.ts";
import type { RunArtifact } from "../../records/index.ts";
import type { SandboxChoice } from "../../sandbox/index.ts";

export interface CheckSubject {
  loadedCase: LoadedCase;
  artifact: RunArtifact;
  artifactsDirectory: string;
}

export interface CheckSurroundings {
  /** The sandbox for hooks and commands. */
  sandbox: SandboxChoice;
  signal?: AbortSignal;
  /** Environment used to find `python3`; defaults to our own. */
  env?: Record<string, string | undefined>;
}
