import type { Finding } from "../../records/index.ts";
import { plural } from "../../text/presentation/index.ts";
import type { CheckSubject } from "../inspection/check-subject.ts";
import { describeOrigin, inspectPath } from "./inspect-path.ts";

/** Checks that anything exists at the path: a file, a folder, even a pipe. */
export async function pathExists(path: string, subject: CheckSubject): Promise<Finding> {
  const looked = await inspectPath(path, subject);
  const what = describeOrigin(path, looked);
  switch (looked.state) {
    case "file":
      return { outcome: "passed", message: `${what} exists.`, seen: `a file of ${plural(looked.bytes, "byte")}` };
    case "folder":
      return { outcome: "passed", message: `${what} exists.`, seen: "a folder" };
    case "special":
      return { outcome: "passed", message: `${what} exists.`, seen: "a pipe, socket or device" };
    case "absent":
      return { outcome: "failed", message: `${what} does not exist.` };
    case "refused":
      return { outcome: "failed", message: `${what} is not a path of this trial: ${looked.reason}.` };
    case "lost":
      return { outcome: "error", message: `${what} cannot be looked at: ${looked.reason}.` };
  }
}
