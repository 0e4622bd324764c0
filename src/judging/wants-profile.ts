import { namesProfile } from "../records/index.ts";

/** True if a profile is selected, with or without its fp8; all are if none is given. */
export function wantsProfile(wanted: string | undefined, folder: string): boolean {
  return wanted === undefined || namesProfile(wanted, folder);
}
