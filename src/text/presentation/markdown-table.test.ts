import { expect, test } from "vitest";
import { markdownTable } from "./markdown-table.ts";

test("names stand left, figures right, and no cell can end its row or open another", () => {
  expect(markdownTable(["model", "score"], [["a | b\nc", "9.2"]])).toBe(
    ["| model | score |", "|---|---:|", "| a \\| b c | 9.2 |"].join("\n"),
  );
});

test("our own Markdown stays as it is", () => {
  expect(markdownTable(["model", "interval"], [["[a]", { markdown: "[1, 2]" }]], "left")).toBe(
    ["| model | interval |", "| --- | --- |", "| \\[a\\] | [1, 2] |"].join("\n"),
  );
});
