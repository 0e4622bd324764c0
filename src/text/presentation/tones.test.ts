import { expect, test } from "vitest";
import { displayWidth } from "./display-width.ts";
import { markTone, paintTones, toned } from "./tones.ts";
import { visibleLine } from "./visible-text.ts";

const ESCAPE = "\u001b";

test("a tone becomes a colour, and nothing without colours", () => {
  const text = `${markTone("bad", "✗")} total`;
  expect(paintTones(text, true)).toBe(`${ESCAPE}[31m✗${ESCAPE}[39m total`);
  expect(paintTones(text, false)).toBe("✗ total");
});

test("without a layout that marks, a text stays what it is", () => {
  expect(toned({}, "good", "passed")).toBe("passed");
});

test("marks fill no column", () => {
  expect(displayWidth(markTone("quoted", "漢字"))).toBe(4);
});

test("a colour ends with its line and goes on in the next", () => {
  expect(paintTones(markTone("good", "one\ntwo"), true)).toBe(
    `${ESCAPE}[32mone${ESCAPE}[39m\n${ESCAPE}[32mtwo${ESCAPE}[39m`,
  );
});

test("what somebody else wrote can neither paint nor steer", () => {
  const hostile = `\ufdd1red\ufddf ${ESCAPE}[2K\u009b1A`;
  expect(visibleLine(hostile)).toBe("\\ufdd1red\\ufddf \\u001b[2K\\u009b1A");
  expect(paintTones(visibleLine(hostile), true)).not.toContain(ESCAPE);
  expect(paintTones(`forgotten ${ESCAPE}[2K`, true)).toBe("forgotten \\u001b[2K");
});
