import { describe, expect, test } from "vitest";
import type { CaseSelection } from "../schema/campaign/suite.ts";
import { decide } from "./selection.ts";

const cases = [
  { caseId: "a", tags: ["smoke"] },
  { caseId: "b", tags: ["smoke", "slow"] },
  { caseId: "c", tags: ["slow"] },
  { caseId: "d", tags: [] },
];

function selected(selection: CaseSelection): Record<string, string> {
  const decisions = cases.map((candidate) => [candidate.caseId, decide(selection, candidate)] as const);
  return Object.fromEntries(decisions.flatMap(([id, { selected, reason }]) => (selected ? [[id, reason]] : [])));
}

describe("which cases a selection picks", () => {
  test("without filters, all of them", () => {
    expect(selected({})).toEqual({ a: "no filter", b: "no filter", c: "no filter", d: "no filter" });
  });

  test("with ids, only those", () => {
    expect(selected({ include_case_ids: ["d", "a"] })).toEqual({ a: "include_case_ids", d: "include_case_ids" });
  });

  test("with tags, those with at least one of them", () => {
    expect(selected({ include_tags: ["slow", "x"] })).toEqual({ b: "tag slow", c: "tag slow" });
  });

  test("ids and tags add to each other", () => {
    expect(selected({ include_case_ids: ["d"], include_tags: ["smoke"] })).toEqual({
      a: "tag smoke",
      b: "tag smoke",
      d: "include_case_ids",
    });
  });

  test("excluded tags win over included tags", () => {
    expect(selected({ include_tags: ["smoke"], exclude_tags: ["slow"] })).toEqual({ a: "tag smoke" });
  });

  test("excluded ids win over included tags", () => {
    expect(selected({ include_tags: ["smoke"], exclude_case_ids: ["b"] })).toEqual({ a: "tag smoke" });
  });

  test("included ids win over everything that excludes", () => {
    expect(selected({ include_case_ids: ["b"], exclude_case_ids: ["b"], exclude_tags: ["slow"] })).toEqual({
      b: "include_case_ids",
    });
  });

  test("excluding alone leaves all others", () => {
    expect(selected({ exclude_case_ids: ["a"], exclude_tags: ["slow"] })).toEqual({ d: "no filter" });
  });

  test.each<[CaseSelection, string, string]>([
    [{ exclude_tags: ["slow"] }, "c", "exclude_tags: slow"],
    [{ exclude_case_ids: ["c"] }, "c", "exclude_case_ids"],
    [{ include_tags: ["smoke"] }, "d", "no included tag"],
    [{ include_case_ids: ["a"] }, "d", "not in include_case_ids"],
    [{ include_case_ids: ["a"], include_tags: ["smoke"] }, "d", "neither id nor tag included"],
  ])("%j leaves out %s and says why", (selection, id, reason) => {
    expect(decide(selection, cases.find(({ caseId }) => caseId === id)!)).toEqual({ selected: false, reason });
  });
});

describe("which rows of a dataset a selection picks", () => {
  const rows = ["r1", "r2", "r3"].map((row) => ({ caseId: `d--${row}`, datasetCaseId: "d", tags: [row] }));
  const picked = (selection: CaseSelection) =>
    rows.filter((row) => decide(selection, row).selected).map(({ tags }) => tags.join());

  test.each<[string, CaseSelection, string[]]>([
    ["the id of the case means all of them", { include_case_ids: ["d"] }, ["r1", "r2", "r3"]],
    ["the id of a row means that one", { include_case_ids: ["d--r2"] }, ["r2"]],
    ["excluding the case excludes all of them", { exclude_case_ids: ["d"] }, []],
    [
      "a row may be excluded from a case that is included",
      { include_case_ids: ["d"], exclude_case_ids: ["d--r2"] },
      ["r1", "r3"],
    ],
    [
      "a row may be included though its case is excluded",
      { include_case_ids: ["d--r2"], exclude_case_ids: ["d"] },
      ["r2"],
    ],
    ["a tag may be that of a row", { include_tags: ["r3"] }, ["r3"]],
    ["an excluded tag takes its row out", { exclude_tags: ["r3"] }, ["r1", "r2"]],
    ["another case is no row", { include_case_ids: ["e"] }, []],
  ])("%s", (_, selection, expected) => expect(picked(selection)).toEqual(expected));
});
