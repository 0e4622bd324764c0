/** What the name of a trial's chunk says: `raw-0123456789abcdef`, `trace-0123456789abcdef-12`. */
export interface TrialChunkName {
  kind: "trial" | "raw" | "trace" | "files";
  /** What all chunks of one trial have in common. */
  trial: string;
  /** Of the stretch of a trace; 0 for everything else. */
  number: number;
}

/** Null for the name of anything but a trial's chunk. */
export function readTrialChunkName(name: string): TrialChunkName | null {
  const [, kind, trial, number] = /^(?:(trial|raw|trace|files)-([0-9a-f]{16}))(?:-(\d{1,6}))?$/.exec(name) ?? [];
  if (kind === undefined || (kind === "trace") !== (number !== undefined)) return null;
  return { kind: kind as TrialChunkName["kind"], trial: trial!, number: Number(number ?? 0) };
}

/**
 * Which trials lie in which file of an exported folder, by what the names of their chunks have in common. Three files a trial would be thirty thousand for
 * a large campaign, so many trials share one. What is in no list has files of its own.
 */
export interface PartList {
  parts: string[][];
}
