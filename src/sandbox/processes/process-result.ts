export interface ProcessResult {
  outcome: "exited" | "timed_out" | "output_limit" | "memory_limit" | "disk_limit" | "interrupted" | "could_not_start";
  exit_code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  /** Bytes that were printed but not kept. */
  dropped_bytes: number;
  duration_ms: number;
  /** The reason it could not start, for people. */
  message?: string;
}

export function succeeded({ outcome, exit_code }: ProcessResult): boolean {
  return outcome === "exited" && exit_code === 0;
}
