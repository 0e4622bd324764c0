import { ARTIFACTS_FOLDER, LOG_FOLDER } from "../layout.ts";
import { MANIFEST_PATH } from "./manifest.ts";

/** Allowed paths of a packed campaign. Anything else is refused, such as the sender's program or a file outside. */
const PLACES = [
  new RegExp(`^${MANIFEST_PATH}$`),
  new RegExp(`^outputs/${LOG_FOLDER}/[A-Za-z0-9_-]+\\.jsonl$`),
  new RegExp(`^outputs/${ARTIFACTS_FOLDER}/[0-9a-f]{2}/[0-9a-f]{64}/`),
  /^labels\/(?:plans\/)?[^/]+\.jsonl?$/,
];

const LONGEST_PATH = 4000;

/** Explains why a file of an archive must not be written; null if it may. */
export function pathProblem(path: string): string | null {
  const shown = JSON.stringify(path.slice(0, 200));
  const steps = path.split("/");
  if (path.includes("\\") || path.includes("\0") || path.startsWith("/") || /^[A-Za-z]:/.test(path))
    return `${shown} is not a path that may be written`;
  if (steps.some((step) => step === "" || step === "." || step === "..")) return `${shown} leads out of the folder`;
  if (path.length > LONGEST_PATH || steps.some((step) => Buffer.byteLength(step) > 255)) return `${shown} is too long`;
  return PLACES.some((place) => place.test(path)) ? null : `${shown} does not belong in a packed campaign`;
}
