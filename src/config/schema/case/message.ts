import { z } from "zod";
import { filePath, nonEmpty } from "../fields/common.ts";
import { complain } from "../fields/request-options.ts";
import { contentPart } from "./content-part.ts";

export const messageSource = z.strictObject({
  path: filePath.describe("File with one message or a list of messages, relative to this file"),
  format: z
    .enum(["yaml", "json", "text"])
    .optional()
    .describe("Detected from the extension when left out (.yaml, .yml, .json, .txt, .md)"),
});

/** Text, or a list with images or audio. */
export const messageContent = z
  .union([z.string(), z.array(contentPart).min(1)])
  .describe("Inline message text, or a list of parts: text, images, audio");

export const message = z
  .strictObject({
    role: z.enum(["system", "user", "assistant", "tool"]).describe("Message role"),
    content: messageContent.optional(),
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
