import { describe, expect, test } from "vitest";
import { countDiagnostics, formatDiagnostics, resolveModel } from "../index.ts";
import { codeFrame } from "./code-frame.ts";
import { formatFieldPath } from "./diagnostic.ts";
import { findClosest } from "./did-you-mean.ts";

describe("did you mean", () => {
  test.each([
    ["file_contain", "file_contains"],
    ["tempratuer", "temperature"],
    ["max-tokens", "max_tokens"],
    ["MaxTokens", "max_tokens"],
    ["retires", "retries"],
    ["ids", "ids"],
  ])("%s → %s", (written, meant) => {
    const known = ["temperature", "top_p", "max_tokens", "retries", "file_exists", "file_contains", "ids"];
    expect(findClosest(written, known)).toBe(meant);
  });

  test.each(["x", "colour", "", "a".repeat(5000)])("nothing is close to %s", (written) => {
    expect(findClosest(written, ["temperature", "top_p", "y"])).toBeUndefined();
  });
});

describe("code frames", () => {
  test("underline the place and stop at the last line", () => {
    expect(codeFrame("a: 1\nbc: 22\n", 2, 5, 2)).toBe("  1 | a: 1\n> 2 | bc: 22\n    |     ^^");
  });

  test("show a long line around the place, and no control characters", () => {
    const frame = codeFrame(`k: ${"x".repeat(500)}\u001b[31m!\t?`, 1, 509, 1);
    expect(frame).toMatch(/^> 1 \| x{34}·\[31m! \?\n {4}\| {40}\^$/);
  });

  test("mark at least one column where a line is empty", () => {
    expect(codeFrame("", 1, 1, 0)).toBe("> 1 |\n    | ^");
  });
});

test("fields are dotted, with indexes and odd keys in brackets", () => {
  expect(formatFieldPath(["a", 1, "b", "c d", "größe", "11"])).toBe('a[1].b["c d"].größe["11"]');
});

test("a diagnostic without a place is one line; a sentence keeps its own full stop", () => {
  expect(formatDiagnostics([{ severity: "warning", file: "f", message: "is odd." }], { colors: false })).toBe(
    "f  warning  is odd.",
  );
});

test("problems are counted in words", () => {
  const error = { severity: "error", file: "f", message: "m" } as const;
  expect(countDiagnostics([error])).toBe("1 error");
  expect(countDiagnostics([error, error, { ...error, severity: "warning" }])).toBe("2 errors, 1 warning");
  expect(countDiagnostics([])).toBe("");
});

describe("the model string", () => {
  const all = { model_id: "id", requested_model: "r", openrouter_model: "o", provider: "p", model_name: "n" };
  test.each([
    ["requested_model", all, "r"],
    ["openrouter_model", { model_id: "id", openrouter_model: "o", provider: "p", model_name: "n" }, "o"],
    ["provider and model_name", { model_id: "id", provider: "p", model_name: "n" }, "p/n"],
    ["model_id", { model_id: "id" }, "id"],
  ])("is taken from %s", (_, model, expected) => {
    expect(resolveModel(model)).toBe(expected);
  });
});
