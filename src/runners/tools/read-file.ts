import { openTrialFile } from "../../sandbox/index.ts";
import { cutToCharacters } from "../../text/index.ts";
import { failure, success, type Tool } from "./tool.ts";

const MOST_BYTES = 100_000;

export const readFileTool: Tool = {
  description: `Reads a text file of your workspace or of /tmp. At most ${MOST_BYTES} bytes are returned; use offset to read on.`,
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "Path relative to the workspace, or below /tmp" },
      offset: { type: "integer", description: "Byte to start at; 0 when left out", minimum: 0 },
    },
    required: ["path"],
    additionalProperties: false,
  },
  async execute({ path, offset }, folders) {
    const file = await openTrialFile(path as string, folders);
    if (file.state === "refused") return failure(file.reason);
    if (file.state === "absent") return failure(`${path} does not exist`);
    if (file.state === "folder") return failure(`${path} is a folder; list_files shows what is in it`);
    try {
      const start = (offset as number | undefined) ?? 0;
      const { buffer, bytesRead } = await file.handle.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, start);
      const bytes = cutToCharacters(buffer.subarray(0, bytesRead), {
        moreBefore: start > 0,
        moreAfter: start + bytesRead < file.bytes,
      });
      const text = bytes.toString("utf8");
      // The end of the text, before a character that did not fit completely.
      const next = start + bytes.byteOffset - buffer.byteOffset + bytes.length;
      if (next >= file.bytes) return success(text);
      return success(`${text}\n(${file.bytes - next} more bytes; read on with offset ${next})`);
    } finally {
      await file.handle.close();
    }
  },
};
