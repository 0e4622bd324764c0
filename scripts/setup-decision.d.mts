export interface Surroundings {
  packages: string[];
  isRoot: boolean;
  isInteractive: boolean;
  hasApt: boolean;
  hasSudo: boolean;
}

export interface SetUpDecision {
  install: "never" | "if_agreed" | "at_once";
  say?: string;
  question?: string;
  /** A prefix of the command. */
  before?: string[];
}

export function decideSetUp(surroundings: Surroundings): SetUpDecision;
