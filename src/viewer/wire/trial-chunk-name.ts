/** Parts of a trial chunk's name: `raw-0123456789abcdef`, `trace-0123456789abcdef-12`. */
export interface TrialChunkName {
  kind: "trial" | "raw" | "trace" | "files";
  /** Common part of a trial's chunk names. */
  trial: string;
  /** Number of a trace's piece; 0 for other chunks. */
  number: number;
}

/** Null for other chunks' names. */
export function readTrialChunkName(name: string): TrialChunkName | null {
  const [, kind, trial, number] = /^(?:(trial|raw|trace|files)-([0-9a-f]{16}))(?:-(\d{1,6}))?$/.exec(name) ?? [];
  if (kind === undefined || (kind === "trace") !== (number !== undefined)) return null;
  return { kind: kind as TrialChunkName["kind"], trial: trial!, number: Number(number ?? 0) };
}

/**
 * Trials in each file of an exported folder, by the common part of their chunk names. Three files per trial would be thirty thousand for a
 * large campaign, so trials share files. Chunks that are not listed have their own files.
 */
export interface PartList {
  parts: string[][];
}
