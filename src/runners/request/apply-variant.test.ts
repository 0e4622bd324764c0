import fc from "fast-check";
import { expect, test } from "vitest";
import type { LoadedVariant, ResolvedMessage } from "../../config/index.ts";
import { messagesOfCase } from "../../records/index.ts";
import { applyVariant } from "./apply-variant.ts";

const message = fc.record({
  role: fc.constantFrom<ResolvedMessage["role"]>("system", "user", "assistant"),
  content: fc.string(),
});
const variant = fc.record({
  variant: fc.constant<LoadedVariant["variant"]>({ variant_id: "v", messages: [] }),
  systemPrompt: fc.option(fc.string()),
  messages: fc.array(message.filter(({ role }) => role !== "system")),
});

test("whatever a variant says, the case's own messages come out again as they went in", () => {
  fc.assert(
    fc.property(fc.array(message), variant, (messages, under: LoadedVariant) => {
      const asked = applyVariant({ messages, attachments: [] }, under);
      const identity = { variant: { model_id: "m", variant_id: "v", messages: [...asked.variantMessages!] } };
      const request = { messages: [...asked.messages] };
      expect(messagesOfCase(request as never, identity as never)).toEqual(messages);
      expect(asked.messages).toHaveLength(
        messages.length + under.messages.length + (under.systemPrompt === null ? 0 : 1),
      );
    }),
  );
});

test("no system message that the case begins with comes behind another one", () => {
  fc.assert(
    fc.property(fc.array(message), variant, (rest, under: LoadedVariant) => {
      const own: ResolvedMessage[] = [{ role: "system", content: "own" }, { role: "user", content: "task" }, ...rest];
      const roles = applyVariant({ messages: own, attachments: [] }, under).messages.map(({ role }) => role);
      const expected = under.systemPrompt === null ? ["system"] : ["system", "system"];
      expect(roles.slice(0, expected.length + 1)).not.toEqual([...expected, "system"]);
      expect(roles.slice(0, expected.length)).toEqual(expected);
    }),
  );
});

test("an attachment is still found where it is said to be", () => {
  const messages: ResolvedMessage[] = [
    { role: "system", content: "own" },
    { role: "user", content: "FILE" },
    { role: "user", content: "task" },
  ];
  const under = {
    variant: { variant_id: "v", messages: [] },
    systemPrompt: "prompt",
    messages: [{ role: "user" as const, content: "example" }],
  };
  const file = { filename: "f", sha256: "0", bytes: 4, at: 1 };
  const asked = applyVariant({ messages, attachments: [file] }, under);
  expect(asked.messages[asked.attachments[0]!.at]!.content).toBe("FILE");
});

test("without a variant the very messages are sent", () => {
  const messages: ResolvedMessage[] = [{ role: "user", content: "task" }];
  const asked = applyVariant({ messages, attachments: [] }, undefined);
  expect(asked.messages).toBe(messages);
  expect(asked).not.toHaveProperty("variantMessages");
});
