import { expect, test } from "vitest";
import type { ChatMessage } from "../../records/index.ts";
import { answerOffline } from "./answer-offline.ts";

const system = (stop_when: string): ChatMessage => ({
  role: "system",
  content: `Play.\n\n${JSON.stringify({ goal: "I want a refund.", persona: "p", stop_when })}`,
});
const heard = (reply: string | null): ChatMessage => ({ role: "user", content: JSON.stringify({ reply }) });
const said = (message: string): ChatMessage => ({
  role: "assistant",
  content: JSON.stringify({ message, done: false }),
});

function answerTo(...messages: ChatMessage[]) {
  const outcome = answerOffline({ model: "offline/user", messages, options: {} });
  return outcome.status === "answered" ? JSON.parse(outcome.message.content!) : outcome.message;
}

test("the offline user begins with its goal", () => {
  expect(answerTo(system("It is refunded."), heard(null))).toEqual({ message: "I want a refund.", done: false });
});

test("it asks again, in other words, until what it waits for is said", () => {
  const start = [system('The assistant says "refunded".'), heard(null), said("I want a refund.")];
  const second = answerTo(...start, heard("No."));
  const third = answerTo(...start, heard("No."), said(second.message), heard("No!"));
  expect([second.done, third.done]).toEqual([false, false]);
  expect(new Set(["I want a refund.", second.message, third.message]).size).toBe(3);
  expect(answerTo(...start, heard("It is REFUNDED."))).toMatchObject({ done: true });
});

test("without quotes most of the words have to be said", () => {
  const start = [system("The refund is confirmed with a number."), heard(null), said("I want a refund.")];
  expect(answerTo(...start, heard("The refund is confirmed: number 7."))).toMatchObject({ done: true });
  expect(answerTo(...start, heard("We will see."))).toMatchObject({ done: false });
});

test("it plays nothing but the user of a case", () => {
  expect(answerTo({ role: "user", content: "What is 2 + 2?" })).toContain("it can only play the user");
});
