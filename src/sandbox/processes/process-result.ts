/** What became of a supervised program. */
export interface ProcessResult {
  outcome: "exited" | "timed_out" | "output_limit" | "memory_limit" | "disk_limit" | "interrupted" | "could_not_start";
  exit_code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  /** Bytes that were printed but not kept. */
  dropped_bytes: number;
  duration_ms: number;
  /** Why it could not start, in words for a person. */
  message?: string;
}

/** It ran to its end and says that all went well. */
export function succeeded({ outcome, exit_code }: ProcessResult): boolean {
  return outcome === "exited" && exit_code === 0;
}
