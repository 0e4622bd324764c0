import type { Finding } from "../../records/index.ts";
import type { CheckSubject } from "../looking/subject.ts";
import { lookAt, whatItIs } from "./subject-path.ts";

/** A regular file, made by this trial (or a fixture). */
export async function fileExists(path: string, subject: CheckSubject): Promise<Finding> {
  const looked = await lookAt(path, subject);
  const what = whatItIs(path, looked);
  switch (looked.state) {
    case "file":
      return { outcome: "passed", message: `${what} exists.`, seen: `a file of ${looked.bytes} bytes` };
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
