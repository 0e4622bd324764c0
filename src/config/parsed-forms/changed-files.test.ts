import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../../test/support/project-root.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { type CampaignReference, loadCampaign } from "../index.ts";

/** Longer than one tick of the file system's clock, and short enough for a test. */
const QUIET_MS = 50;

/** Examples with files, tools, agents, datasets, media and hooks. */
const EXAMPLES = ["agents", "checks", "media", "openclaw", "prompt-study", "quickstart", "tools", "workspace"];

/** Copies an example, waits, and loads it, so that its cases are in the cache. */
async function known(example: string) {
  const root = join(temporaryFolder(), example);
  cpSync(join(projectRoot, "examples", example), root, {
    recursive: true,
    filter: (path) => basename(path) !== "outputs",
  });
  filesOf(root).forEach(setBack);
  const nameIn = (folder: string) => readdirSync(join(root, "configs", folder))[0]!.replace(/\.yaml$/, "");
  const campaign = { from: root, suite: nameIn("suites"), runProfile: nameIn("run_profiles") };
  const parsedForms = { path: join(temporaryFolder(), "forms"), quietMs: QUIET_MS };
  await new Promise((resolve) => setTimeout(resolve, 3 * QUIET_MS));
  await loadCampaign({ ...campaign, parsedForms });
  expect(readFileSync(parsedForms.path, "utf8").split("\n")[1]).toBe("with faces");
  return {
    root,
    /** Compares cached loading with reading everything. */
    async expectNothingStale(why: string) {
      expect(await told({ ...campaign, parsedForms }), why).toStrictEqual(await told(campaign));
    },
  };
}

/** Loads a campaign and its diagnostics. */
async function told(reference: CampaignReference) {
  return structuredClone(await loadCampaign(reference));
}

/** Uses a whole second, which can be set exactly again. */
function setBack(file: string): void {
  utimesSync(file, 1_600_000_000, 1_600_000_000);
}

function filesOf(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Replaces letters at regular distances, keeping the size. */
function sameSize(bytes: Buffer, offset: number): Buffer {
  const changed = Buffer.from(bytes);
  for (let at = offset; at < changed.length; at += 97) {
    const byte = changed[at]!;
    if (byte >= 0x61 && byte < 0x7a) changed[at] = byte + 1;
  }
  return changed;
}

test.each(EXAMPLES)("whatever is done to a file of %s, nothing stale is loaded", async (example) => {
  const { root, expectNothingStale } = await known(example);
  await expectNothingStale("untouched");
  for (const [number, file] of filesOf(root).entries()) {
    const bytes = readFileSync(file);
    const away = `${file}.away`;

    writeFileSync(file, sameSize(bytes, number % 97));
    setBack(file);
    await expectNothingStale(`${file}, other letters, its size and date kept`);

    writeFileSync(away, sameSize(bytes, (number + 40) % 97));
    setBack(away);
    renameSync(away, file);
    await expectNothingStale(`${file}, another file in its place`);

    rmSync(file);
    await expectNothingStale(`${file}, removed`);

    writeFileSync(file, bytes);
    setBack(file);
    await expectNothingStale(`${file}, as it was`);
  }
});

test.each(EXAMPLES)("cases that come, go and change places in %s are noticed", async (example) => {
  const { root, expectNothingStale } = await known(example);
  const cases = join(root, "configs/cases");
  const [first, second = first] = readdirSync(cases).map((name) => join(cases, name));
  cpSync(first!, `${first}_copied`, { recursive: true });
  await expectNothingStale("copied");
  rmSync(`${first}_copied`, { recursive: true });
  await expectNothingStale("and removed");
  renameSync(first!, `${first}_away`);
  await expectNothingStale("renamed");
  if (second !== first) {
    renameSync(second!, first!);
    renameSync(`${first}_away`, second!);
    await expectNothingStale("exchanged");
  }
  expect(existsSync(first!)).toBe(second !== first);
});
