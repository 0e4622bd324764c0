import { UsageError } from "./exit-codes.ts";

/** The value of `--output`. */
export function outputFormat(written: string): "text" | "json" {
  if (written === "text" || written === "json") return written;
  throw new UsageError(`--output takes text or json, not "${written}"`);
}
