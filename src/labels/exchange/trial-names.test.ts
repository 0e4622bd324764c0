import { expect, test } from "vitest";
import type { JudgedPacket } from "../../judging/index.ts";
import { openTrialNames } from "./trial-names.ts";

const packet = (number: number, campaign = "suite/run/eval"): JudgedPacket => ({
  trial_id: `${campaign}/model/case_${number}/1`,
  protocol: "campaign",
  campaign,
  case_id: `case_${number}`,
  subject: "model",
  repetition: 1,
  packet_sha256: String(number).padStart(64, "0"),
  score: null,
  passed: null,
  pass_threshold: null,
  dimensions: {},
  verdicts: [],
});

test("a packet that was judged in two ways is found by the end of its name", () => {
  const names = openTrialNames([packet(1), packet(1, "suite/run/other"), packet(2)]);
  expect(names.find("case_1/1", undefined)).toEqual(packet(1));
});

test("a hundred thousand trials whose names all end alike are told apart in seconds", { timeout: 10_000 }, () => {
  const names = openTrialNames(Array.from({ length: 100_000 }, (_, number) => packet(number)));
  expect(names.find("case_99999/1", undefined)).toEqual(packet(99_999));
  expect(names.find("1", undefined)).toEqual({
    problem: `"1" may be any of 100000: ${[0, 1, 2].map((number) => packet(number).trial_id).join(", ")}, …`,
  });
});
