import { expect, test } from "vitest";
import type { ListedResult } from "../../../operations/index.ts";
import { composeFirstRows } from "./first-rows.ts";

/** 2,000 trials of as many cases: sorted by id in the index, and in reverse in the suite. */
const ids = Array.from({ length: 2000 }, (_, at) => `case_${String(at).padStart(4, "0")}`);
const listed = {
  ...{ suite_id: "s", run_profile: "p-00000000", evaluation_profile: "e-00000000", last_at: 0, running: false },
  trials: ids.map((case_id) => ({ model_id: "m", case_id, repetition: 1, run: null, evaluation: null })),
} as unknown as ListedResult;
type About = Parameters<typeof composeFirstRows>[0]["about"];
const knowing = (cases: readonly string[]) =>
  (() => ({ models: [], cases: cases.map((case_id) => ({ case_id, title: `About ${case_id}` })) })) as unknown as About;

test("the first rows stand as the suite lists the cases, with their titles", () => {
  const { matrix } = composeFirstRows({ about: knowing(ids.toReversed()) }, listed);
  expect(matrix!.case_ids).toEqual(ids.toReversed());
  expect(matrix!.case_titles[0]).toBe("About case_1999");
});

test("a case that the suite does not list any more comes behind the others, and one that nobody ran is left out", () => {
  const { matrix } = composeFirstRows({ about: knowing(["never_run", ...ids.slice(2)]) }, listed);
  expect(matrix!.case_ids).toEqual([...ids.slice(2), "case_0000", "case_0001"]);
  expect(matrix!.case_titles.at(-1)).toBe("case_0001");
});

test("where nothing was noted of the campaign, its rows stand by their ids", () => {
  expect(composeFirstRows({ about: () => null }, listed).matrix!.case_ids).toEqual(ids);
});
