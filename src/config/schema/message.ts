import { z } from "zod";
import { filePath, nonEmpty } from "./common.ts";
import { complain } from "./request-options.ts";

export const messageSource = z.strictObject({
  path: filePath.describe("File with one message or a list of messages, relative to this file"),
  format: z
    .enum(["yaml", "json", "text"])
    .optional()
    .describe("Detected from the extension when left out (.yaml, .yml, .json, .txt, .md)"),
});

export const message = z
  .strictObject({
    role: z.enum(["system", "user", "assistant", "tool"]).describe("Message role"),
    content: z.string().optional().describe("Inline message text"),
    source: messageSource.optional().describe("External file with the message; instead of `content`"),
    name: nonEmpty.optional().describe("Optional name annotation"),
  })
  .superRefine(({ content, source }, context) => {
    if (content !== undefined && source !== undefined)
      complain("source", "excludes `content`; keep one of them", context);
    else if (content === undefined && source === undefined)
      context.addIssue({ code: "custom", message: "has no text; expected `content` or `source`" });
  });

export type Message = z.infer<typeof message>;
