import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { correctedComparison } from "../../src/calibration/index.ts";
import { compare } from "../../src/index.ts";
import { currentPackets, readLabels, readPlans } from "../../src/labels/index.ts";
import { openStore } from "../../src/store/index.ts";
import { assay } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";
import { copyOf, must } from "./support.ts";

/** The same subject before and after it was made hasty, each a campaign of its own; the judge of both is charmed by haste. */
let judged: string;
const SIDES = { before: "offline/diligent", after: "offline/hasty" };

beforeAll(async () => {
  judged = mkdtempSync(join(tmpdir(), "assay-two-campaigns-"));
  cpSync(join(projectRoot, "examples", "calibration"), judged, { recursive: true });
  for (const [suite_id, requested_model] of Object.entries(SIDES)) {
    const suite = {
      schema_version: 1,
      suite_id,
      title: suite_id,
      models: [{ model_id: "helper", requested_model }],
      case_selection: { include_case_ids: ["products"] },
    };
    writeFileSync(join(judged, `configs/suites/${suite_id}.yaml`), JSON.stringify(suite));
    const words = ["--suite", suite_id, "--run-profile", "offline", "--evaluation-profile", "charmed"];
    await must(assay(["run-eval", ...words, "--quiet", "--no-chart"], { cwd: judged }));
  }
}, 120_000);
afterAll(() => rmSync(judged, { recursive: true, force: true }));

/** Draws from each side, and labels what was drawn: 9 for what is right, 3 for what is rounded. */
async function labelled(sides: string[], budget = 24): Promise<string> {
  const root = copyOf(judged);
  for (const suite of sides) {
    const words = ["--suite", suite, "--budget", String(budget), "--question", "score:overall"];
    await must(assay(["label", "plan", ...words], { cwd: root }));
    const plan = JSON.parse(readFileSync(join(root, `labels/plans/${suite}-score-overall.json`), "utf8")) as {
      packets: { packet_sha256: string }[];
    };
    const rows = plan.packets.map(
      ({ packet_sha256 }, index) => `${packet_sha256},${(suite === "before" ? 8 : 2) + (index % 3)}`,
    );
    writeFileSync(join(root, "labels.csv"), `packet_sha256,value\n${rows.join("\n")}\n`);
    const into = ["--annotator", "ann", "--question", "score:overall", "--plan", `${suite}-score-overall`];
    await must(assay(["label", "import", "labels.csv", ...into], { cwd: root }));
  }
  return root;
}

function names(root: string): [string, string] {
  return Object.keys(SIDES).map((suite) => {
    const [run] = readdirSync(join(root, "outputs/evaluations", suite));
    const [evaluation] = readdirSync(join(root, "outputs/evaluations", suite, run!));
    return `${suite}/${run}/${evaluation}`;
  }) as [string, string];
}

describe("two campaigns whose judge is lenient to one of them", () => {
  test("are compared with the right difference and its interval, beside what the judge alone says", async () => {
    const root = await labelled(["before", "after"]);
    const [base, candidate] = names(root);
    const { comparison, corrected } = await compare({ cwd: root, base, candidate });
    const found = corrected!.find(({ question }) => question === "score:overall")!;
    if (found.result.kind === "undefined") throw new Error(found.result.reason);
    const { uncorrected, corrected: figure, labels, cases } = found.result;
    expect(comparison.overall.difference).toMatchObject({ kind: "difference" });
    expect(uncorrected).toBeGreaterThan(0.2);
    expect(figure.value).toBeCloseTo(-6, 0);
    expect(figure.interval.kind === "interval" && figure.interval.high).toBeLessThan(-4);
    expect({ labels, cases }).toEqual({ labels: 48, cases: 60 });
  });

  test("by the function of the library that compare itself uses: the other way round is the other sign", async () => {
    const root = await labelled(["before", "after"]);
    const store = openStore(join(root, "outputs"));
    try {
      const side = async (suite: string) => ({
        packets: await currentPackets(store, { suite }),
        labels: (await readLabels(root)).labels,
        plans: (await readPlans(root)).plans,
        subjects: null,
      });
      const value = async (one: string, other: string) => {
        const [found] = correctedComparison(await side(one), await side(other));
        return found!.result.kind === "undefined" ? null : found!.result.corrected.value;
      };
      expect(await value("before", "after")).toBeCloseTo(-(await value("after", "before"))!, 10);
      expect(correctedComparison(await side("before"), { ...(await side("after")), labels: [] })).toEqual([]);
    } finally {
      await store.close();
    }
  });

  test.each(["text", "json", "markdown"])("the command says it as %s", async (output) => {
    const root = await labelled(["before", "after"]);
    const { stdout } = await must(assay(["compare", ...names(root), "--output", output], { cwd: root }));
    if (output === "json") {
      const { corrected } = JSON.parse(stdout) as { corrected: { question: string; result: { kind: string } }[] };
      expect(corrected).toMatchObject([{ question: "score:overall", result: { kind: "corrected_difference" } }]);
    } else
      expect(stdout.replaceAll("\\", "")).toMatch(
        /Corrected by 48 labels \(score:overall\), candidate − base is −\d\.\d\d, 95 % interval −\d\.\d\d to −\d\.\d\d.*; the judge alone says \+0\.\d\d\./,
      );
  });

  test("labels of one side alone change nothing of what is printed", async () => {
    const root = await labelled(["before"]);
    const { stdout } = await must(assay(["compare", ...names(root)], { cwd: root }));
    expect(stdout).not.toContain("orrected");
    expect((await compare({ cwd: root, base: names(root)[0], candidate: names(root)[1] })).corrected).toBeUndefined();
  });

  test("too few labels on one side correct nothing, and it says so", async () => {
    const root = await labelled(["before", "after"], 12);
    const { stdout } = await must(assay(["compare", ...names(root)], { cwd: root }));
    expect(stdout).toContain(
      "Labels (score:overall) correct nothing here, because on one side 12 of 60 trials have a label",
    );
  });
});
