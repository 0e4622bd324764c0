import type { Finding } from "../../records/index.ts";
import { plural } from "../../text/presentation/index.ts";
import type { CheckSubject } from "../inspection/check-subject.ts";
import { beginningOfFile, findBytes } from "../inspection/search-file.ts";
import { fileExists } from "./file-exists.ts";
import { openPath } from "./inspect-path.ts";

/** Checks that the file exists and holds the text, byte for byte. */
export async function fileContains(path: string, text: string, subject: CheckSubject): Promise<Finding> {
  const file = await openPath(path, subject);
  if (file.state !== "file") return fileExists(path, subject);
  try {
    const at = await findBytes(file.handle, Buffer.from(text, "utf8"));
    if (at !== null)
      return { outcome: "passed", message: `${path} contains the text.`, seen: `at byte ${at} of ${file.bytes}` };
    // A fixture may be any file of the user's; only what the trial made is quoted.
    const size = plural(file.bytes, "byte");
    const seen = file.made ? `${size}: ${await beginningOfFile(file.handle)}` : size;
    return { outcome: "failed", message: `${path} does not contain ${quoted(text)}.`, seen };
  } finally {
    await file.handle.close();
  }
}

export function quoted(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
