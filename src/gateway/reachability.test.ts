import { expect, test } from "vitest";
import { trackReachability } from "./reachability.ts";

const refused = { isDown: true };
const answered = {};

test("a server that refused three connections and never answered is down when a request gives up", () => {
  const reach = trackReachability();
  for (const _ of [1, 2, 3]) reach.take(refused);
  expect(reach.isDown()).toBe(false);
  expect(reach.giveUp()).toBe(true);
  expect(reach.isDown()).toBe(true);
});

test("one refusal may be a server that is just starting", () => {
  const reach = trackReachability();
  reach.take(refused);
  expect([reach.giveUp(), reach.isDown()]).toEqual([false, false]);
});

test("a server that has answered once is never taken for down, and one that comes up is asked patiently again", () => {
  const once = trackReachability();
  once.take(answered);
  for (const _ of [1, 2, 3, 4]) once.take(refused);
  expect(once.giveUp()).toBe(false);
  const late = trackReachability();
  for (const _ of [1, 2, 3]) late.take(refused);
  late.giveUp();
  late.take(answered);
  expect(late.isDown()).toBe(false);
});
