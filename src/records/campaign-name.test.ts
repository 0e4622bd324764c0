import { expect, test } from "vitest";
import { namesProfile, profileFolder, profileIdOf, readCampaignName, writeCampaignName } from "./campaign-name.ts";
import { evaluationPlace, readEvaluationPlace, readRunPlace, runPlace } from "./trial-key.ts";

test.each([
  ["s/p-1a2b3c4d/e-5e6f7a8b", { suite_id: "s", run_profile: "p-1a2b3c4d", evaluation_profile: "e-5e6f7a8b" }],
  ["s/p-1a2b3c4d", { suite_id: "s", run_profile: "p-1a2b3c4d", evaluation_profile: null }],
])("the name %s comes apart again", (written, name) => {
  expect(writeCampaignName(name)).toBe(written);
  expect(readCampaignName(written)).toEqual(name);
});

test("a profile's folder has its id and eight digits of its fingerprint", () => {
  const folder = profileFolder("night-run", "0123456789abcdef");
  expect(folder).toBe("night-run-01234567");
  expect(profileIdOf(folder)).toBe("night-run");
  expect([folder, "night-run", "night"].map((written) => namesProfile(written, folder))).toEqual([true, true, false]);
});

test("the place of a run and of its evaluation come apart again", () => {
  const key = { suite_id: "s", run_profile: "p-1", model_id: "m+v", case_id: "c", repetition: 12 };
  expect(runPlace(key)).toBe("s/p-1/m+v/c/12");
  expect(readRunPlace(runPlace(key))).toEqual(key);
  expect(evaluationPlace(key, "e-2")).toBe("s/p-1/e-2/m+v/c/12");
  expect(readEvaluationPlace(evaluationPlace(key, "e-2"))).toEqual({ ...key, evaluation_profile: "e-2" });
});
