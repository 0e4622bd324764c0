import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleSize } from "../support/thorough.ts";
import { BEYOND_PROOF } from "../torture/forgeries/beyond-proof.ts";
import { type JudgedCampaigns, judgeCampaigns } from "../torture/forgeries/campaign.ts";
import { kindOf, trialAt } from "../torture/forgeries/dossier.ts";
import { readDossier } from "../torture/forgeries/forged-places.ts";
import { tryHonestStores } from "../torture/forgeries/honest.ts";
import { FORGERIES } from "../torture/forgeries/index.ts";
import { recount } from "../torture/forgeries/recount.ts";
import { judgeVerification, tryForgery } from "../torture/forgeries/try-forgery.ts";

let folder: string;
let judged: JudgedCampaigns;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "assay-forgeries-"));
  judged = await judgeCampaigns(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

/** The first of every theme, and what an outsider tried first: `npm run torture forgeries` has all of them. */
const SAMPLE = FORGERIES.flatMap(({ theme, forgeries }, index) =>
  forgeries.slice(0, index === 0 ? sampleSize(4, 14) : 1).map((forgery) => ({ theme, ...forgery })),
);

describe("assay verify says what does not follow when somebody makes", () => {
  test.each(SAMPLE)("$name ($theme)", async (forgery) => {
    const outcome = await tryForgery(judged, forgery, forgery.only ?? "file", join(folder, "try"));
    expect(outcome).toMatchObject({ state: "seen" });
  });
});

test("what nobody forged verifies, however its records are ordered, merged and counted again", async () => {
  const { attempts, held, remarks } = await tryHonestStores(judged, join(folder, "honest"));
  expect(remarks).toEqual([]);
  expect(held).toBe(attempts);
});

describe("the corpus", () => {
  test("names every forgery once, and more than 122 of them", () => {
    const names = FORGERIES.flatMap(({ forgeries }) => forgeries.map(({ name }) => name));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.length).toBeGreaterThan(122);
    expect(BEYOND_PROOF.length).toBeLessThanOrEqual(15);
  });

  test("counts as the program does: an evaluation that is counted again stays as it is", () => {
    const dossier = readDossier(judged.workspace, judged.campaigns.panel.name);
    const before = structuredClone(kindOf(dossier.records, "evaluation"));
    for (const record of kindOf(dossier.records, "evaluation")) recount(dossier, record);
    expect(kindOf(dossier.records, "evaluation")).toEqual(before);
  });

  test("takes nothing for a forgery that no reader would notice, or whose hashes are wrong", async () => {
    const nothing = { name: "nothing", forge() {} };
    const clumsy = {
      name: "a run lies at another file",
      forge(dossier: Parameters<(typeof FORGERIES)[0]["forgeries"][0]["forge"]>[0]) {
        const trial = trialAt(dossier, "alpha+plain/greeting/1");
        trial.run.value.artifact.artifacts[0]!.sha256 = "0".repeat(64);
        trial.evaluation.value.result.score = 1;
      },
    };
    const at = join(folder, "try");
    expect(await tryForgery(judged, nothing, "store", at)).toMatchObject({ state: "error" });
    expect(await tryForgery(judged, clumsy, "store", at)).toMatchObject({ state: "error" });
  });

  test("wants a sentence, not a failure alone and no stack trace", () => {
    const said = (code: number, stdout: string, stderr = "") =>
      judgeVerification({ code, signal: null, stdout, stderr }).state;
    expect(said(1, '{"differences":[{"what":"score"}],"missing":[]}')).toBe("seen");
    expect(said(2, "", "it is not unpacked: a file is missing")).toBe("seen");
    expect(said(1, '{"differences":[],"missing":[]}')).toBe("unseen");
    expect(said(0, '{"differences":[{"what":"score"}]}')).toBe("unseen");
    expect(said(1, "", "TypeError: no\n    at verify (file:///dist/verify.js:1:2)")).toBe("unseen");
  });
});
