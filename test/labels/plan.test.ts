import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JudgedPacket } from "../../src/judging/index.ts";
import { drawPlan, readLabels, unitsOf } from "../../src/labels/index.ts";
import { sha256 } from "../../src/text/index.ts";
import { assay } from "../support/assay.ts";
import { expectOk, judgedWorkspace, label, linesIn, packetsOf, RUN_EVAL } from "./support.ts";

const ANN = ["--annotator", "ann"];
const readPlan = (root: string, name = "sums-pass") =>
  JSON.parse(readFileSync(join(root, `labels/plans/${name}.json`), "utf8"));

describe("assay label plan", () => {
  test("draws both sides of a case together and keeps how likely each was", async () => {
    const root = await judgedWorkspace({ cases: 24 });
    const stdout = expectOk(await label(root, ["plan", "--budget", "24"]));
    expect(stdout).toContain("24 labels to give (pass), drawn from 48 packets of 48 trials with seed 1");
    expect(stdout).toMatch(/the 95 % interval of a corrected mean will be about ±0\.\d+/);
    const plan = readPlan(root);
    expect(plan).toMatchObject({ unit_of: "case", seed: 1, budget: 24, purpose: "measure", question: "pass" });
    const units = new Map<string, number>();
    for (const { unit } of plan.packets) units.set(unit, (units.get(unit) ?? 0) + 1);
    expect([...units.values()]).toEqual(Array(12).fill(2));
    for (const { stratum, units: all, drawn, probability, members } of plan.strata) {
      expect(drawn).toBeGreaterThanOrEqual(2);
      expect(members).toHaveLength(all);
      expect(probability).toBe(drawn / all);
      for (const packet of plan.packets) if (packet.stratum === stratum) expect(packet.probability).toBe(drawn / all);
    }
    expect(plan.strata.reduce((sum: number, { units: all }: { units: number }) => sum + all, 0)).toBe(24);
    expect(JSON.stringify(plan)).not.toMatch(/careful_one|quick_one/);
  });

  test("hands the probabilities on to the labels; what is labelled by hand has none", async () => {
    const root = await judgedWorkspace({ cases: 12 });
    await label(root, ["plan", "--budget", "20"]);
    const stdout = expectOk(await label(root, ANN, "p\nx\n"));
    expect(stdout).toContain("1 of 20");
    const plan = readPlan(root);
    expect(linesIn(root)).toMatchObject([
      { draw: { plan: "sums-pass", probability: plan.packets[0].probability, stratum: plan.packets[0].stratum } },
    ]);
    await label(root, ["--annotator", "ben", "--no-plan", "--question", "score"], "3\n");
    expect(linesIn(root).at(-1)).not.toHaveProperty("draw");
    expect(expectOk(await label(root, ["status"]))).toContain("Plan sums-pass (pass): ann 1 of 20");
  });

  test("grows with its budget: what was drawn stays drawn, and labels get the new probabilities", async () => {
    const root = await judgedWorkspace({ cases: 24 });
    await label(root, ["plan", "--budget", "20"]);
    await label(root, ANN, "p\n");
    const before = readPlan(root);
    const stdout = expectOk(await label(root, ["plan", "--budget", "40"]));
    expect(stdout).toContain("The plan had 20 before");
    const after = readPlan(root);
    const hashes = after.packets.map(({ packet_sha256 }: { packet_sha256: string }) => packet_sha256);
    for (const { packet_sha256 } of before.packets) expect(hashes).toContain(packet_sha256);
    expect(after.strata.map(({ members }: { members: string[] }) => members)).toEqual(
      before.strata.map(({ members }: { members: string[] }) => members),
    );
    const { labels } = await readLabels(root);
    const drawn = after.packets.find(
      ({ packet_sha256 }: { packet_sha256: string }) => packet_sha256 === labels[0]!.packet_sha256,
    );
    expect(labels[0]!.draw!.probability).toBe(drawn.probability);
    expect(drawn.probability).toBeGreaterThan((linesIn(root)[0] as { draw: { probability: number } }).draw.probability);
  });

  test.each([
    [["--budget", "10"], "has a budget of 20 already; a plan can only grow"],
    [["--budget", "30", "--seed", "2"], "has the seed 1, not 2"],
    [["--budget", "30", "--purpose", "tune"], "has the purpose measure, not tune"],
    [["--budget", "30", "--name", "sums-pass", "--question", "score"], "has the question pass, not score:overall"],
    [["--budget", "0"], "the budget is a number of labels, 1 or more"],
    [["--budget", "many"], "Expected a whole number"],
    // Such a plan was written, and could not be read any more.
    [["--budget", "99999999999999999999"], "Expected a whole number"],
    [["--budget", "30", "--name", "other", "--seed", "99999999999999999999"], "Expected a whole number"],
    [["--budget", "30", "--name", "../x"], "cannot name a plan"],
    [["--budget", "30", "--question", "score:nothing"], `the judges don't score "nothing"`],
    [["--budget", "30", "--rubric", "none"], 'nothing that was judged is called "none"'],
  ])("refuses %j and leaves the plan as it was", async (words, says) => {
    const root = await judgedWorkspace({ cases: 12 });
    await label(root, ["plan", "--budget", "20"]);
    const before = readPlan(root);
    const { code, stderr } = await label(root, ["plan", ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
    expect(readPlan(root)).toEqual(before);
  });

  test("does not overwrite a plan that it can't read", async () => {
    const root = await judgedWorkspace({ cases: 12 });
    await label(root, ["plan", "--budget", "20"]);
    const file = join(root, "labels/plans/sums-pass.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"seed": 1', '"seed": "one"'));
    const { code, stderr } = await label(root, ["plan", "--budget", "30"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /the plan sums-pass is there and can't be read: labels\/plans\/sums-pass\.json:\d+:\d+ {2}seed: expected/,
    );
  });

  test("draws from one campaign, and names them when there are several", async () => {
    const root = await judgedWorkspace({ cases: 3 });
    const file = join(root, "configs/evaluation_profiles/pair.yaml");
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace('"evaluation_profile_id":"pair"', '"evaluation_profile_id":"trio"'),
    );
    renameSync(file, join(root, "configs/evaluation_profiles/trio.yaml"));
    await assay([...RUN_EVAL.slice(0, -1), "trio", "--quiet", "--no-chart"], { cwd: root });
    const { code, stderr } = await label(root, ["plan", "--budget", "4"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /a plan draws from one campaign, and there are 2: sums\/plain-\w+\/pair-\w+, sums\/plain-\w+\/trio-\w+/,
    );
  });

  test("of preferences draws pairs of one case", async () => {
    const root = await judgedWorkspace({ cases: 12 });
    await label(root, ["plan", "--budget", "6", "--question", "preference"]);
    const plan = readPlan(root, "sums-preference");
    expect(plan.packets).toHaveLength(6);
    const caseOf = new Map((await packetsOf(root)).map(({ packet_sha256, case_id }) => [packet_sha256, case_id]));
    for (const { packet_sha256, other_packet_sha256 } of plan.packets) {
      expect(packet_sha256 < other_packet_sha256).toBe(true);
      expect(caseOf.get(packet_sha256)).toBe(caseOf.get(other_packet_sha256));
    }
    expect(expectOk(await label(root, ANN, "a\n"))).toContain("1 of 6");
    expect(linesIn(root)[0]).toMatchObject({ draw: { plan: "sums-preference" } });
  });
});

describe("what is drawn", () => {
  const packets = simulated(120);
  const draw = (seed: number, budget = 40) =>
    drawPlan(packets, {
      plan: "p",
      campaign: "c",
      kind: { kind: "score", dimension: "overall" },
      purpose: "measure",
      seed,
      budget,
      unitOf: null,
      deviationOf: () => 1,
      before: null,
    })!;

  test("comes as often as its probability says, over seven hundred seeds", () => {
    const times = new Map<string, number>();
    const seeds = 700;
    for (let seed = 1; seed <= seeds; seed += 1)
      for (const { packet_sha256 } of draw(seed).packets) times.set(packet_sha256, (times.get(packet_sha256) ?? 0) + 1);
    const plan = draw(1);
    const units = unitsOf(packets, plan.unit_of);
    const probabilityOf = new Map(
      plan.strata.flatMap(({ members, probability }) => members.map((unit) => [unit, probability])),
    );
    for (const { packet_sha256 } of packets) {
      const expected = probabilityOf.get(units.get(packet_sha256)!)!;
      const deviation = Math.sqrt((expected * (1 - expected)) / seeds);
      expect(Math.abs((times.get(packet_sha256) ?? 0) / seeds - expected)).toBeLessThan(5 * deviation + 1e-9);
    }
  });

  test("weighs back to the whole: the sum of 1/π over the drawn is what there is, on the average", () => {
    let sum = 0;
    for (let seed = 1; seed <= 200; seed += 1)
      sum += draw(seed).packets.reduce((all, { probability }) => all + 1 / probability, 0);
    expect(sum / 200).toBeCloseTo(packets.length, 6);
  });

  test("is the same for the same seed and another for another", () => {
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7).packets).not.toEqual(draw(8).packets);
  });

  test("comes from strata by score and by doubt", () => {
    const { strata } = draw(1);
    expect(strata.length).toBeGreaterThan(3);
    expect(strata.map(({ description }) => description).join("\n")).toMatch(/the judges disagree/);
  });

  test("of trials with the same packet is one unit, whichever repetition they are", () => {
    const same = packets.slice(0, 4).map((packet) => ({ ...packet, case_id: "x", packet_sha256: sha256("same") }));
    const units = unitsOf(
      same.map((packet, index) => ({ ...packet, repetition: index + 1 })),
      "case",
    );
    expect([...units]).toEqual([[sha256("same"), "x/1"]]);
  });

  test("is everything when the budget is larger than what there is", () => {
    const plan = draw(1, 10_000);
    expect(plan.packets).toHaveLength(packets.length);
    expect(plan.packets.every(({ probability }) => probability === 1)).toBe(true);
  });

  test("is something when the budget is one", () => {
    expect(draw(1, 1).packets.length).toBe(1);
  });
});

/** Two subjects, two judges, two repetitions each; how far they are apart differs by case. */
function simulated(cases: number): JudgedPacket[] {
  return Array.from({ length: cases }, (_, index) =>
    ["one", "two"].map((subject): JudgedPacket => {
      const lot = Number.parseInt(sha256(`${index} ${subject}`).slice(0, 6), 16) / 0xffffff;
      const score = Math.round(lot * 100) / 10;
      const apart = index % 4;
      const verdicts = ["a", "b"].flatMap((judge) =>
        [1, 2].map((repetition) => ({
          judge,
          judge_id: judge,
          model: "m",
          repetition,
          call_id: `${index}`,
          cost_usd: null,
          scores: { overall: score + (judge === "b" ? apart : 0) + (index % 3 === 0 ? repetition : 0) },
        })),
      );
      return {
        trial_id: `c/${subject}/${index}/1`,
        protocol: "campaign",
        campaign: "c",
        case_id: `case_${index}`,
        subject,
        repetition: 1,
        packet_sha256: sha256(`packet ${index} ${subject}`),
        score,
        passed: null,
        pass_threshold: null,
        dimensions: { overall: score },
        verdicts,
      };
    }),
  ).flat();
}
