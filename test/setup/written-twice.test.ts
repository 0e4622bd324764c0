import { expect, test } from "vitest";
import { writtenTwice } from "../../scripts/written-twice.mjs";

const CLAMPED = `import { mean } from "./mean.ts";

/** Keeps every mean within the scale. */
export function clampedMeans(groups: readonly number[][], low: number, high: number): number[] {
  const kept: number[] = [];
  for (const group of groups) {
    if (group.length === 0) continue;
    const value = mean(group);
    if (value < low) kept.push(low);
    else kept.push(value > high ? high : value);
  }
  return kept;
}
`;

const twice = (first: string, second: string) =>
  writtenTwice(
    new Map([
      ["one.ts", first],
      ["other.ts", second],
    ]),
  );

test("six lines of logic that are copied are found, wherever white space and comments are", () => {
  const copy = CLAMPED.replace("  return kept;", "  // All of them.\n\n  return kept;").replaceAll("    ", "      ");
  expect(twice(CLAMPED, copy)).toEqual(["one.ts:4 and other.ts:4"]);
});

test("copies with other names and numbers are found", () => {
  const renamed = CLAMPED.replaceAll("kept", "means").replaceAll("group", "row").replaceAll("=== 0", "=== 1");
  expect(twice(CLAMPED, renamed)).toEqual(["one.ts:4 and other.ts:4"]);
});

test("a copy in the same file is found", () => {
  expect(writtenTwice(new Map([["one.ts", `${CLAMPED}\n${CLAMPED}`]]))).toEqual(["one.ts:4 and one.ts:18"]);
});

test("other logic, imports, types and tables of data may look alike", () => {
  expect(twice(CLAMPED, CLAMPED.replace("group.length === 0", "group.some(Number.isNaN)"))).toEqual([]);
  const types = `import {\n  one,\n  two,\n  three,\n  four,\n  five,\n  six,\n} from "./numbers.ts";\n
export interface Counts {\n${["a", "b", "c", "d", "e", "f"].map((name) => `  ${name}: number;\n`).join("")}}\n
export type Names = {\n${["a", "b", "c", "d", "e", "f"].map((name) => `  ${name}: string;\n`).join("")}};\n`;
  expect(twice(types, types)).toEqual([]);
  const data = `const SIZES = {\n${["a", "b", "c", "d", "e", "f", "g"].map((name) => `  ${name}: "large",\n`).join("")}};\n`;
  expect(twice(data, data)).toEqual([]);
});
