import { namesProfile } from "../records/index.ts";

/** Says whether a profile is wanted, written with or without its fp8; all are where none is written. */
export function wantsProfile(wanted: string | undefined, folder: string): boolean {
  return wanted === undefined || namesProfile(wanted, folder);
}
