import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  caseAt,
  caseText,
  evaluationText,
  inWords,
  judged,
  problemsOf,
  profileText,
  suiteText,
} from "../../../test/support/small-workspace.ts";
import { temporaryFolder, writeFiles } from "../../../test/support/temporary.ts";
import { loadCampaign, loadEvaluationProfile } from "../index.ts";

describe("files that are referred to", () => {
  test("all problems of a case show in one pass, also its missing files", async () => {
    const rest =
      "deterministic_checks:\n  - check_id: k\n    python_hook: { path: hooks/check.py, callable_name: f }\ntagss: [x]\n";
    const text = caseText("c", rest).replace("input:\n", "input:\n  attachments: [note.md, notes]\n");
    expect(
      await problemsOf({
        "configs/cases/c/test.yaml": text,
        "configs/cases/c/notes/x": "",
        "configs/cases/c/hooks/checks.py": "",
      }),
    ).toEqual([
      'configs/cases/c/test.yaml:6 input.attachments[0]: the attachment "note.md" does not exist; paths start at the folder of this file',
      'configs/cases/c/test.yaml:6 input.attachments[1]: the attachment "notes" is a directory; expected a file',
      'configs/cases/c/test.yaml:10 deterministic_checks[0].python_hook.path: the hook file "hooks/check.py" does not exist; paths start at the folder of this file Did you mean "checks.py"?',
      'configs/cases/c/test.yaml:11 tagss: is not a known field here; fields here: schema_version, case_id, title, runner, input, expectations, rubric, deterministic_checks, tags, metadata, dataset Did you mean "tags"?',
    ]);
  });

  test("an attachment outside the workspace, directly or through a link, is refused", async () => {
    const text = caseText("c").replace(
      "input:\n",
      "input:\n  attachments: [../../../../../../etc/hostname, link.txt]\n",
    );
    const problems = await problemsOf({ "configs/cases/c/test.yaml": text }, (root) =>
      symlinkSync("/etc/hostname", join(root, "configs/cases/c/link.txt")),
    );
    expect(problems.at(-1)).toBe(
      'configs/cases/c/test.yaml:6 input.attachments[1]: the attachment "link.txt" is outside the workspace; copy it into the workspace',
    );
    expect(problems).toHaveLength(2);
  });

  test("an attachment that is not text is refused", async () => {
    const text = caseText("c").replace("input:\n", "input:\n  attachments: [a.png]\n");
    const files = { "configs/cases/c/test.yaml": text, "configs/cases/c/a.png": Buffer.from([0x89, 0x50, 0x4e, 0x47]) };
    expect(await problemsOf(files)).toEqual([
      'configs/cases/c/test.yaml:6 input.attachments[0]: the attachment "a.png" is not valid UTF-8 here; save it as UTF-8 (line 1, column 1)',
    ]);
  });

  test("a path with a NUL character is an error, not a crash", async () => {
    const text = caseText("c").replace("input:\n", 'input:\n  attachments: ["a\\0b"]\n');
    expect(await problemsOf({ "configs/cases/c/test.yaml": text })).toEqual([
      "configs/cases/c/test.yaml:6 input.attachments[0]: must not contain a NUL character",
    ]);
  });

  test("a prompt file that is missing or empty", async () => {
    const text = (name: string) => evaluationText(`${judged}judge_system_prompt_path: ${name}\n`);
    expect(await problemsOf({ "configs/evaluation_profiles/e.yaml": text("prompts/judge.md") })).toEqual([
      'configs/evaluation_profiles/e.yaml:6 judge_system_prompt_path: the system prompt "prompts/judge.md" does not exist; paths start at the folder of this file',
    ]);
    expect(
      await problemsOf({
        "configs/evaluation_profiles/e.yaml": text("p.md"),
        "configs/evaluation_profiles/p.md": " \n",
      }),
    ).toEqual(["configs/evaluation_profiles/e.yaml:6 judge_system_prompt_path: the system prompt p.md is empty"]);
  });

  test("the text of a prompt file is loaded with the profile", async () => {
    const from = temporaryFolder({
      "configs/evaluation_profiles/e.yaml": evaluationText(`${judged}judge_system_prompt_path: p.md\n`),
      "configs/evaluation_profiles/p.md": "You judge.\n",
    });
    const loaded = await loadEvaluationProfile({ from, reference: "e" });
    expect(loaded.ok && loaded.value.systemPrompt).toBe("You judge.\n");
  });
});

describe("references by id or path", () => {
  const files = {
    ...caseAt("c"),
    "configs/suites/s.yaml": suiteText(),
    "configs/run_profiles/r.yml": profileText(),
  };
  const refer = (from: string, suite: string, runProfile = "r") => loadCampaign({ from, suite, runProfile });

  test("an id finds .yaml and .yml; a path may lie anywhere and brings its workspace along", async () => {
    const root = temporaryFolder(files);
    writeFiles(root, { "elsewhere/mine.yaml": suiteText() });
    expect((await refer(root, "s")).ok).toBe(true);
    expect((await refer(join(root, "configs/cases/c"), "s")).ok).toBe(true);
    expect((await refer("/", join(root, "configs/suites/s.yaml"), join(root, "configs/run_profiles/r.yml"))).ok).toBe(
      true,
    );
    expect((await refer(join(root, "elsewhere"), "mine.yaml")).ok).toBe(true);
  });

  test("beside a suite that is named by its path, ids are looked up in its workspace", async () => {
    const root = temporaryFolder({ ...files, "configs/evaluation_profiles/e.yaml": evaluationText(judged) });
    const suite = join(root, "configs/suites/s.yaml");
    const other = temporaryFolder({ ...caseAt("c"), "configs/run_profiles/r.yml": profileText("titel: broken\n") });
    for (const from of ["/", other]) {
      expect((await refer(from, suite)).ok).toBe(true);
      expect((await loadEvaluationProfile({ from, reference: "e", suite })).ok).toBe(true);
    }
  });

  test.each([
    ["an unknown id names the likely one", "ss", "ss no suite has this id; configs/suites/ has s"],
    ["a missing file names the id that exists", "s.yaml", 'Did you mean "s"?'],
    ["an empty reference", "", " does not name the suite; expected an id or a path"],
  ])("%s", async (_, reference, expected) => {
    const loaded = await refer(temporaryFolder(files), reference);
    expect(inWords(loaded.diagnostics[0]!)).toContain(expected);
    expect(loaded.ok).toBe(false);
  });

  test("an id that is there as .yaml and .yml is ambiguous", async () => {
    const loaded = await refer(temporaryFolder({ ...files, "configs/suites/s.yml": suiteText() }), "s");
    expect(loaded.diagnostics.map(inWords)).toEqual(["s is ambiguous: both s.yaml and s.yml are in configs/suites/"]);
  });

  test("an id outside of any workspace says what to do", async () => {
    const loaded = await refer(temporaryFolder({ "configs/app.json": "{}" }), "s");
    expect(loaded.diagnostics[0]?.message).toContain("create one with `assay init`");
  });
});
