import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { writeFiles } from "../support/temporary.ts";
import { exampleWith, WRITES_EVERYTHING } from "./support/example.ts";

const JUDGED = [
  ...["run-eval", "--suite", "scribe", "--run-profile", "docker", "--evaluation-profile", "offline"],
  ...["--case", "release_notes", "--output", "json"],
];

test.skipIf(lacks("sandbox"))(
  "a command looks at the whole workspace as the agent left it, with hidden files beside it",
  async () => {
    const example = await exampleWith(WRITES_EVERYTHING);
    writeFiles(join(example.cwd, "configs"), {
      "cases/release_notes/hidden/words.txt": "CSV\nlogin\n",
      "evaluation_profiles/offline.yaml": `schema_version: 1
evaluation_profile_id: offline
title: Offline
judges: [{ judge_id: j, type: llm_probe, model: offline/judge }]
judge_runs: [{ judge_run_id: j, judge_id: j }]
`,
    });
    const check = (id: string, fields: string) =>
      `  - { check_id: ${id}, declarative: { kind: command, ${fields} } }\n`;
    const testYaml = join(example.cwd, "configs/cases/release_notes/test.yaml");
    const text = [
      check("made", 'command: "test -s RELEASE.md && test -s minutes.md"'),
      check("untouched", 'command: [grep, -q, "", house-style.md, SOUL.md, bin/words.sh]'),
      check("hidden", 'command: "grep -qf words.txt /workspace/RELEASE.md", files: [hidden/words.txt]'),
      check("wrong", "command: [test, -e, RELEASE.txt]"),
    ].join("");
    writeFileSync(testYaml, readFileSync(testYaml, "utf8").replace(/^tags:/m, `${text}tags:`));
    const { stdout, stderr } = await assay(JUDGED, example);
    const { outcomes } = JSON.parse(stdout).trials[0].checks;
    const found = outcomes.map(({ check_id, outcome }: Record<string, string>) => `${check_id} ${outcome}`);
    expect(found, stderr).toEqual([
      "notes-written passed",
      "answered passed",
      "made passed",
      "untouched passed",
      "hidden passed",
      "wrong failed",
    ]);
  },
);
