import { z } from "zod";
import { filePath, nonEmpty } from "../fields/common.ts";

/** Non-text part of a message. */
export const contentPart = z.discriminatedUnion("type", [
  z
    .strictObject({ type: z.literal("text").describe("Words"), text: nonEmpty.describe("The words themselves") })
    .describe("Words"),
  z
    .strictObject({
      type: z.literal("image").describe("A picture"),
      path: filePath.describe("PNG, JPEG, GIF or WebP file, relative to the file that names it"),
      detail: z
        .enum(["auto", "low", "high"])
        .optional()
        .describe("How closely the model looks at it, for providers that offer a choice"),
    })
    .describe("A picture: PNG, JPEG, GIF or WebP"),
  z
    .strictObject({
      type: z.literal("audio").describe("A recording"),
      path: filePath.describe("WAV or MP3 file, relative to the file that names it"),
    })
    .describe("A recording: WAV or MP3"),
]);

export type WrittenPart = z.infer<typeof contentPart>;
