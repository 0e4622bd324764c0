import { UsageError } from "../terminal/exit-codes.ts";

/** Parses an amount in US dollars after a flag. */
export function usdAmount(flag: string): (written: string) => number {
  return (written) => {
    const value = Number(written);
    if (written.trim() !== "" && Number.isFinite(value) && value >= 0) return value;
    throw new UsageError(`${flag} takes an amount in US dollars, not "${written}"`);
  };
}
