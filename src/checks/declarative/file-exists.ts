import type { Finding } from "../../records/index.ts";
import { plural } from "../../text/presentation/index.ts";
import type { CheckSubject } from "../inspection/check-subject.ts";
import { describeOrigin, inspectPath } from "./inspect-path.ts";

/**
 * Checks for a regular file in the final workspace (or a fixture); `changed` restricts it to files that the subject changed, or
 * did not.
 */
export async function fileExists(path: string, subject: CheckSubject, changed?: boolean): Promise<Finding> {
  const looked = await inspectPath(path, subject);
  const what = describeOrigin(path, looked);
  switch (looked.state) {
    case "file":
      if (changed !== undefined && changed !== (looked.made && !looked.alone))
        return otherwise(path, changed, looked.bytes);
      return { outcome: "passed", message: `${what} exists.`, seen: `a file of ${plural(looked.bytes, "byte")}` };
    case "absent":
      return { outcome: "failed", message: `${what} does not exist.` };
    case "folder":
      return { outcome: "failed", message: `${what} is a folder, not a file.`, seen: "a folder" };
    case "special":
      return { outcome: "failed", message: `${what} is not a regular file.`, seen: "a pipe, socket or device" };
    case "refused":
      return { outcome: "failed", message: `${what} is not a file of this trial: ${looked.reason}.` };
    case "lost":
      return { outcome: "error", message: `${what} cannot be looked at: ${looked.reason}.` };
  }
}

function otherwise(path: string, changed: boolean, bytes: number): Finding {
  const message = changed
    ? `${path} is as it was before the first turn: the subject did not change it.`
    : `${path} is not as it was before the first turn: the subject made or changed it.`;
  return { outcome: "failed", message, seen: `a file of ${plural(bytes, "byte")}` };
}
