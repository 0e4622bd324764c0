import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import type { Diagnostic, Workspace } from "../../src/config/index.ts";
import { type CheckedWorkspace, validateWorkspace } from "../../src/config/workspace/validate-workspace.ts";
import { expectSameFromForms } from "./parsed-forms.ts";
import { temporaryFolder } from "./temporary.ts";

/** One field of one kind of file: a value that works and one that does not. */
export interface FieldRow {
  /** Dotted, with [index]: `input.messages[0].role`. */
  field: string;
  good: unknown;
  bad: unknown;
  /** Part of what the user is told about the bad value. */
  says: string;
  /** The location of the complaint; the field itself if omitted. */
  at?: string;
  /** Other fields that have to be set first, by path. `undefined` removes one. */
  given?: Record<string, unknown>;
  /** Files beside the one under test, relative to its folder. */
  files?: Record<string, string>;
  /** The parsed good value, if different. */
  readAs?: unknown;
}

type Kind = "case" | "suite" | "run profile" | "evaluation profile" | "agent";
type Fields = Record<string, unknown>;

/** The smallest valid file of each kind. */
const SMALLEST: Record<Kind, { path: string; fields: Fields }> = {
  case: {
    path: "configs/cases/c/test.yaml",
    fields: {
      schema_version: 1,
      case_id: "c",
      title: "C",
      runner: { type: "llm_probe" },
      input: { messages: [{ role: "user", content: "Hi" }] },
    },
  },
  suite: {
    path: "configs/suites/s.yaml",
    fields: { schema_version: 1, suite_id: "s", title: "S", models: [{ model_id: "m" }] },
  },
  "run profile": {
    path: "configs/run_profiles/r.yaml",
    fields: { schema_version: 1, run_profile_id: "r", title: "R" },
  },
  "evaluation profile": {
    path: "configs/evaluation_profiles/e.yaml",
    fields: {
      schema_version: 1,
      evaluation_profile_id: "e",
      title: "E",
      judges: [{ judge_id: "j", type: "llm_probe" }],
      judge_runs: [{ judge_run_id: "jr", judge_id: "j" }],
    },
  },
  agent: { path: "configs/agents/a/agent.yaml", fields: { schema_version: 1, agent_id: "a", title: "A" } },
};

/** Tests, for every row, that the good value is accepted and kept, and that the bad one is rejected at its location. */
export function describeFields(kind: Kind, rows: readonly FieldRow[]): void {
  describe(kind, () => {
    for (const row of rows) {
      test(`${row.field} accepts ${JSON.stringify(row.good)}`, async () => {
        const root = workspaceWith(kind, row, row.good);
        const checked = await validateWorkspace(root);
        expect(errorsOf(checked)).toEqual([]);
        expect(valueAt(readBack(checked.workspace, kind), row.field)).toEqual("readAs" in row ? row.readAs : row.good);
      });
      if (kind === "case")
        test(`${row.field} given as ${JSON.stringify(row.good)} is the same case from its parsed form`, async () => {
          await expectSameFromForms(workspaceWith(kind, row, row.good));
        });
      test(`${row.field} rejects ${JSON.stringify(row.bad)}`, async () => {
        const root = workspaceWith(kind, row, row.bad);
        expect(errorsOf(await validateWorkspace(root))).toEqual([
          expect.objectContaining({
            file: SMALLEST[kind].path,
            line: expect.any(Number),
            column: expect.any(Number),
            field: row.at ?? row.field,
            message: expect.stringContaining(row.says),
            frame: expect.stringContaining("^"),
          }),
        ]);
      });
    }
  });
}

function workspaceWith(kind: Kind, { field, given = {}, files = {} }: FieldRow, value: unknown): string {
  const { path, fields } = SMALLEST[kind];
  const document = structuredClone(fields);
  for (const [place, content] of Object.entries(given)) set(document, place, structuredClone(content));
  set(document, field, value);
  const folder = path.slice(0, path.lastIndexOf("/"));
  return temporaryFolder({
    ...Object.fromEntries(
      (["case", "agent"] as const)
        .filter((other) => other !== kind)
        .map((other) => [SMALLEST[other].path, stringify(SMALLEST[other].fields)]),
    ),
    "configs/agents/a/workspace/AGENTS.md": "",
    ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content])),
    [path]: stringify(document),
  });
}

function errorsOf({ files, diagnostics }: CheckedWorkspace): Diagnostic[] {
  const all = [...diagnostics, ...files.flatMap((file) => file.diagnostics)];
  return all.filter(({ severity }) => severity === "error");
}

function readBack(workspace: Workspace, kind: Kind): unknown {
  const named = (path: string) => path.endsWith(SMALLEST[kind].path);
  switch (kind) {
    case "case":
      return workspace.cases.find(({ path }) => named(path))?.loaded?.case;
    case "suite":
      return workspace.suites.find(({ path }) => named(path))?.value;
    case "run profile":
      return workspace.runProfiles.find(({ path }) => named(path))?.value;
    case "evaluation profile": {
      const loaded = workspace.evaluationProfiles.find(({ path }) => named(path))?.loaded;
      return loaded?.ok ? loaded.value.profile : undefined;
    }
    case "agent": {
      const loaded = workspace.agents[0]?.loaded;
      return loaded?.ok ? loaded.value.agent : undefined;
    }
  }
}

function keysOf(field: string): (string | number)[] {
  return [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) =>
    index === undefined ? key! : Number(index),
  );
}

function valueAt(document: unknown, field: string): unknown {
  return keysOf(field).reduce<unknown>((value, key) => (value as Fields | undefined)?.[key], document);
}

function set(document: Fields, field: string, value: unknown): void {
  const keys = keysOf(field);
  const last = keys.pop()!;
  let target: Fields = document;
  for (const [index, key] of keys.entries()) {
    target[key] ??= typeof (keys[index + 1] ?? last) === "number" ? [] : {};
    target = target[key] as Fields;
  }
  if (value === undefined) delete target[last];
  else target[last] = value;
}
