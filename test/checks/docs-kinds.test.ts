import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { declarativeCheck, deterministicCheck } from "../../src/config/index.ts";
import { projectRoot } from "../support/project-root.ts";

const page = readFileSync(join(projectRoot, "docs/checks.md"), "utf8");

/** The checks of the page's examples, whether a block is a part of a case or of its list of checks. */
const checks: { declarative?: { kind: string } }[] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].flatMap(
  ([, text]) => {
    const block: unknown = parse(text!);
    if (Array.isArray(block)) return block;
    return ((block as { deterministic_checks?: [] }).deterministic_checks ?? []) as [];
  },
);

const kinds = declarativeCheck.options.map(({ shape }) => shape.kind.value);

test("every check that docs/checks.md shows is accepted", () => {
  expect(checks.length).toBeGreaterThan(15);
  for (const check of checks)
    expect(z.prettifyError(deterministicCheck.safeParse(check).error ?? new z.ZodError([]))).toBe("");
});

test("every kind is in the table of docs/checks.md, and those on answers, tools and limits have an example", () => {
  for (const kind of kinds) expect(page).toContain(`| \`${kind}\` |`);
  const shown = checks.flatMap(({ declarative }) => declarative?.kind ?? []);
  const wanted = kinds.filter((kind) => /^response_|^tool_called$|_at_most$/.test(kind));
  expect(wanted.filter((kind) => !shown.includes(kind))).toEqual([]);
  expect(wanted.length).toBe(10);
});
