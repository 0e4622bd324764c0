/** Something that a peer does to us, and what may become of the trial that has to do with it. */
export interface Attack {
  name: string;
  /** The row of the table that it is counted in. */
  kind: string;
  /** Tried in one process with others of the same word. */
  together?: string;
}

/** The results of some attacks in one process of ours. */
export interface Tried {
  /** Failures by attack; those of no single attack are under `all`. */
  findings: Map<string, string[]>;
  peakMegabytes: number;
  seconds: number;
  /** Milliseconds that an honest neighbour had to wait for an answer, at worst. */
  longestWait?: number;
}

export const ALL = "all";

export function noteFinding(findings: Map<string, string[]>, name: string, finding: string): void {
  findings.set(name, [...(findings.get(name) ?? []), finding]);
}
