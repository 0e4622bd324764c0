import { expect, test } from "vitest";
import { isBlank } from "./is-blank.ts";

test.each([
  ["nothing", ""],
  ["white space of all kinds", " \t\r\n\u00a0\u2003\u3000\u2028"],
  ["zero-width characters", "\u200b\u200c\u200d\u2060\ufeff"],
  ["marks of direction", "\u200e\u202a\u202c\u2066\u2069"],
  ["control codes", "\u0000\u0007\u0085"],
  ["fillers", "\u3164\u115f\u1160\uffa0"],
  ["blank letters", "\u2800\u{16fe4}\u{13441}\u{13442}\u{1d159}"],
  ["tags and selectors", "\u{e0041}\ufe0f"],
])("%s shows nothing", (_, text) => expect(isBlank(text)).toBe(true));

test.each(["a", " .", "\u200b退", "⠁", "🙂", "-", "\u0301"])("%s shows something", (text) =>
  expect(isBlank(text)).toBe(false),
);
