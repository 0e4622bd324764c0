import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { projectRoot } from "../../support/project-root.ts";

/** An agent that means harm, as test/corpora/hostile-agents/README.md describes it. */
export interface HostileAgent {
  name: string;
  promise: string;
  language: "shell" | "node";
  program: string;
  /** Its second turn, in a case of two turns. */
  second_turn?: string;
  /** That turn gets the name of the session as its last word. */
  resumes_by_session?: boolean;
  fast?: boolean;
  places?: Place[];
  /** The run profile's network_access; `{port}` is the provider's. */
  network?: string[];
  /** As in agent.yaml; text when left out. */
  output?: Record<string, unknown>;
  /** Allowed outcomes of its trial. */
  ends_as?: string[];
  /** It cannot get to its end. */
  is_ended?: boolean;
  /** Kinds of trace events that tell of it. */
  told_as?: string[];
  /** Seconds that a turn may take. */
  seconds?: number;
  disk_mb?: number;
  /** Space that its campaign may take in the store. */
  store_mb?: number;
  /** Words that no report may show as they are. */
  never_shows?: string[];
  /** Its score has to be lower. */
  judged_below?: number;
}

export type Place = "sandbox" | "container";

const FOLDER = join(projectRoot, "test/corpora/hostile-agents");

export function readHostileAgents(): HostileAgent[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => ({ name: file.replace(/\.yaml$/, ""), ...parse(readFileSync(join(FOLDER, file), "utf8")) }));
}

/** The program in every agent's home: asks the model once, or sends anything to any listener. */
export const ASK = readFileSync(join(FOLDER, "ask.cjs"), "utf8");
