import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type PackedPackage, packPackage } from "../support/packed-package.ts";
import { blocksOf } from "../support/page-blocks.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";

let assay: PackedPackage;

beforeAll(async () => {
  assay = await packPackage();
});

test("the tutorial, typed line by line into an empty folder, prints what it says it prints", {
  timeout: 300_000,
}, async () => {
  const page = readFileSync(join(projectRoot, "docs/tutorial.md"), "utf8");
  let here = temporaryFolder();
  let shown = 0;
  for (const { language, raw, code, notRun, saveAs } of blocksOf(page)) {
    if (saveAs !== null) writeFiles(here, { [saveAs]: code });
    else if (notRun === null && language === "sh") await assay.shell(code, here);
    else if (language === "console")
      for (const { command, output } of commandsIn(raw)) {
        const [, into] = /^cd (\S+)$/.exec(command) ?? [];
        if (into) here = join(here, into);
        else {
          const { code: exitCode, stdout, stderr } = await assay.shell(command, here);
          expect([0, 1], `${command}\n${stderr}`).toContain(exitCode);
          // A page leaves lines out; those that it has are there, in this order.
          let rest = stdout;
          for (const line of output) {
            expect(rest, command).toContain(line);
            rest = rest.slice(rest.indexOf(line) + line.length);
            shown++;
          }
        }
      }
  }
  expect(shown).toBeGreaterThan(12);
});

function commandsIn(block: string): { command: string; output: string[] }[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command, ...output] = part.trimEnd().split("\n");
      return { command: command!, output };
    });
}
