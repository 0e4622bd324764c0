import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { bundle } from "../support/bundle.ts";
import { caseAt, profileText, suiteText } from "../support/small-workspace.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** Edits and loads a workspace over and over, and says how often the campaign was not what its files say. */
const EDIT_AND_LOAD = `
import { readFileSync, writeFileSync } from "node:fs";
const [library, from, parsedForms] = process.argv.slice(1);
const { loadCampaign } = await import(library);
const file = from + "/configs/cases/edited/test.yaml";
const text = readFileSync(file, "utf8");
let wrong = 0;
for (let version = 0; version < 60; version += 1) {
  writeFileSync(file, text.replace("title: T", "title: " + from + " " + version));
  const loaded = await loadCampaign({ from, suite: "s", runProfile: "r", parsedForms: { path: parsedForms } });
  const titles = loaded.ok ? loaded.value.cases.map(({ loaded }) => loaded.case.title) : [];
  if (titles.join() !== [from + " " + version, "T"].join()) wrong += 1;
}
console.log(wrong);
`;

test("processes that share one file of parsed forms never read each other's half-written file", async () => {
  const folder = temporaryFolder({});
  const parsedForms = join(folder, "forms.jsonl");
  const workspaces = [1, 2, 3].map(() =>
    temporaryFolder({
      ...caseAt("edited"),
      ...caseAt("stays"),
      "configs/suites/s.yaml": suiteText(),
      "configs/run_profiles/r.yaml": profileText(),
    }),
  );
  const library = pathToFileURL(await bundle("src/config/index.ts", { inProject: true })).href;
  const outputs = await Promise.all(
    workspaces.map(async (root) => {
      const words = ["--input-type=module", "-e", EDIT_AND_LOAD, library, root, parsedForms];
      const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
      let output = "";
      child.stdout.on("data", (chunk) => {
        output += String(chunk);
      });
      await once(child, "close");
      return output;
    }),
  );
  expect(outputs).toEqual(["0\n", "0\n", "0\n"]);
  expect(readdirSync(folder)).toEqual(["forms.jsonl"]);
  const [, , ...lines] = readFileSync(parsedForms, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => /^[0-9a-f]{64} [0-9a-f]{64} [-:.\d]+ (\{.*\})$/.test(line))).toEqual(
    lines.map(() => true),
  );
});
