import { expect, test } from "vitest";
import { shortLine, visibleLine, visibleText } from "./visible-text.ts";

test.each([
  ["a colour code", "\u001b[31mred", "\\u001b[31mred"],
  ["a code that erases the line", "done\u001b[2K\u001b[1G", "done\\u001b[2K\\u001b[1G"],
  ["an eight-bit control", "\u009b31m", "\\u009b31m"],
  ["a backspace", "bad\b\b\bgood", "bad\\u0008\\u0008\\u0008good"],
  ["a right-to-left override", "50\u202etxt", "50\\u202etxt"],
  ["an isolate", "\u2066a\u2069", "\\u2066a\\u2069"],
  ["a zero-width space", "pass\u200bword", "pass\\u200bword"],
  ["a joiner between Latin letters", "pass\u200dword", "pass\\u200dword"],
  ["a byte order mark", "\ufeffa", "\\ufeffa"],
  ["a tag character", "a\u{e0041}", "a\\udb40\\udc41"],
  ["a variation selector behind a letter", "a\ufe0f", "a\\ufe0f"],
  ["a lone surrogate", "a\ud800", "a\\ud800"],
  ["a Braille blank", "a\u2800b", "a\\u2800b"],
  ["a Hangul filler", "a\u3164b", "a\\u3164b"],
  ["a half-width filler", "a\uffa0b", "a\\uffa0b"],
  ["a filler of jamo", "\u115f\u1160", "\\u115f\\u1160"],
  ["a Khitan filler", "\u{16fe4}", "\\ud81b\\udfe4"],
  ["a blank hieroglyph", "\u{13441}", "\\ud80d\\udc41"],
  ["a note without a head", "\u{1d159}", "\\ud834\\udd59"],
])("%s is shown", (_, written, shown) => {
  expect(visibleText(written)).toBe(shown);
});

test.each(["Straße 退款 🙂", "⠃⠇ ⠁", "한글", "❤️ 👩‍💻 👍🏽 1️⃣", "می‌خواهم क्‍ष", "e\u0301", "two\nlines\tand a tab"])(
  "%s stays as it is",
  (text) => {
    expect(visibleText(text)).toBe(text);
  },
);

test("line ends of all kinds become one kind, and none is left on one line", () => {
  expect(visibleText("a\r\nb\rc\u2028d")).toBe("a\nb\nc\nd");
  expect(visibleLine("  a\r\n\tb\u2029c ")).toBe("a b c");
});

test("a long line is cut, and no character in two", () => {
  expect(shortLine("abcdef", 5)).toBe("abcd…");
  expect(shortLine("abc🙂f", 5)).toBe("abc…");
  expect(shortLine("abcde", 5)).toBe("abcde");
});
