import { expect, test } from "vitest";
import { readRows } from "../../src/labels/exchange/read-rows.ts";
import { RUBRIC } from "../rubric/support.ts";
import { assay } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";

const ADVICE = "the cells are separated by semicolons; save the file with commas between them";

test("labels and samples with semicolons between their cells are refused with what to do", async () => {
  const cwd = temporaryFolder({
    "samples.csv": "run_id;model;question;model_output\n1;m;q;a\n",
    "rubric.json": RUBRIC,
  });
  expect(readRows("packet_sha256;question;value\nabc;pass;true\n", "csv")).toEqual([{ line: 1, problem: ADVICE }]);
  const words = ["--samples", "samples.csv", "--rubric", "rubric.json", "--model", "offline/judge"];
  const { code, stderr } = await assay(["rubric", "judge", ...words], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining(`samples.csv: ${ADVICE}`)]);
});
