import { type FolderEntry, listTrialFolder } from "../../sandbox/index.ts";
import { failure, success, type Tool } from "./tool.ts";

const MOST_ENTRIES = 1000;

export const listFiles: Tool = {
  description: `Lists a folder of your workspace or of /tmp, one entry per line: folders end with /, files carry their size in bytes. At most ${MOST_ENTRIES} entries.`,
  parameters: {
    type: "object",
    properties: {
      path: {
        type: "string",
        description: "Folder relative to the workspace, or below /tmp; the workspace when left out",
      },
    },
    required: [],
    additionalProperties: false,
  },
  async execute({ path = "." }, folders) {
    const folder = await listTrialFolder(path as string, folders);
    if (folder.state === "refused") return failure(folder.reason);
    if (folder.state === "absent") return failure(`${path} does not exist`);
    if (folder.state === "file") return failure(`${path} is a file, not a folder`);
    if (folder.entries.length === 0) return success("(empty)");
    const lines = folder.entries.slice(0, MOST_ENTRIES).map(lineOf);
    const more = folder.entries.length - lines.length;
    return success([...lines, ...(more > 0 ? [`(${more} more entries)`] : [])].join("\n"));
  },
};

function lineOf({ name, kind, bytes, target }: FolderEntry): string {
  switch (kind) {
    case "folder":
      return `${name}/`;
    case "file":
      return `${name} (${bytes} bytes)`;
    case "link":
      return `${name} -> ${target}`;
    case "other":
      return `${name} (special file)`;
  }
}
