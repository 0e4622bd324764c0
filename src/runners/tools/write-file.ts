import { writeTrialFile } from "../../sandbox/index.ts";
import { failure, success, type Tool } from "./tool.ts";

const MOST_BYTES = 10 * 1024 * 1024;

export const writeFileTool: Tool = {
  description: "Writes a text file in your workspace or in /tmp, replacing what was there. Missing folders are made.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "Path relative to the workspace, or below /tmp" },
      content: { type: "string", description: "The whole content of the file" },
      append: { type: "boolean", description: "Add to the end instead of replacing; false when left out" },
    },
    required: ["path", "content"],
    additionalProperties: false,
  },
  async execute({ path, content, append }, folders) {
    const text = content as string;
    if (Buffer.byteLength(text) > MOST_BYTES) return failure(`content is longer than ${MOST_BYTES} bytes`);
    const written = await writeTrialFile(path as string, text, folders, { append: append === true });
    if (written.state === "written") return success(`wrote ${written.bytes} bytes to ${path}`);
    return failure(written.state === "refused" ? written.reason : `${path} could not be written`);
  },
};
