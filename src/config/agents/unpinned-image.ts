import type { FieldPath } from "../diagnostics/diagnostic.ts";
import type { Complaint } from "../source/source-file.ts";

/** Warns of an image without a fixed version, since its contents may change while the file does not. */
export function unpinned(image: string | undefined, path: FieldPath, example: string): Complaint[] {
  if (image === undefined) return [];
  const tag = /:([^:/@]+)$/.exec(image)?.[1];
  if (image.includes("@sha256:") || (tag !== undefined && tag !== "latest")) return [];
  const message = `"${image}" can mean a different program tomorrow; name a version (\`:${example}\`) or a digest (\`@sha256:…\`)`;
  return [{ severity: "warning", path, message }];
}
