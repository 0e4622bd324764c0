import { expect, test } from "vitest";
import type { ChatMessage, ContentPart } from "../../records/index.ts";
import { answerOffline } from "./answer-offline.ts";

const photo: ContentPart = { type: "image", name: "a.png", media_type: "image/png", sha256: "x", bytes: 154 };
const tone: ContentPart = { type: "audio", name: "b.wav", media_type: "audio/wav", sha256: "y", bytes: 844 };

function answerTo(...messages: ChatMessage[]): string | null {
  const outcome = answerOffline({ model: "offline/diligent", messages, options: {} });
  return outcome.status === "answered" ? outcome.message.content : null;
}

const asking = (...parts: ContentPart[]): ChatMessage => ({ role: "user", content: "…", parts });

test("the diligent subject names what it was given, and says that it can't look at it", () => {
  const answer = answerTo(asking({ type: "text", text: "What is this?" }, photo, tone));
  expect(answer).toContain("I was given a.png (image/png, 154 bytes) and b.wav (audio/wav, 844 bytes).");
  expect(answer).toContain("can't look at images");
});

test("another size is another answer", () => {
  expect(answerTo(asking(photo))).not.toBe(answerTo(asking({ ...photo, bytes: 155 })));
});

test("an attached image is no instruction", () => {
  const attached = asking({ type: "text", text: "Attached context file: a.png" }, photo);
  expect(answerTo(attached, { role: "user", content: "What is 2 + 2?" })).toContain("a.png");
});

test("parts of text only are read as text", () => {
  expect(answerTo(asking({ type: "text", text: "What is 17 + 25?" }))).toContain("42");
});
