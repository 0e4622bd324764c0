import { dirname, relative, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { findReferencedFile } from "../finding/referenced-file.ts";
import { FOLDERS, isDirectory, kindOf, liesInside } from "../finding/workspace-root.ts";
import type { TestCase } from "../schema/case/test-case.ts";
import type { DeterministicCheck } from "../schema/checks/deterministic-check.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import { listCheckFiles } from "./check-files.ts";
import { problemOfSharedName } from "./distinct-names.ts";

/** Finds the hidden files of checks. They must exist, have distinct names, and not be given to the subject by another part of the case. */
export function findCheckFiles(
  checks: readonly DeterministicCheck[],
  input: TestCase["input"] | undefined,
  source: SourceFile,
  root: string,
): Diagnostic[] {
  if (!checks.some(({ declarative }) => declarative?.kind === "command" && declarative.files !== undefined)) return [];
  const shown = input === undefined ? [] : filesOfInput(input, source);
  const given = input === undefined ? [] : topsOfWorkspace(input, source);
  return checks.flatMap(({ declarative }, index) => {
    if (declarative?.kind !== "command" || declarative.files === undefined) return [];
    const { files } = declarative;
    return files.flatMap((written, number) => {
      const complaint =
        problemOf(written, source, root) ??
        problemOfSharedName(files, number, "/checks") ??
        problemOfSecrecy(written, shown, source) ??
        problemOfGiving(written, given, source);
      const path = ["deterministic_checks", index, "declarative", "files", number];
      return complaint === null ? [] : [complainAbout(source, { path, ...complaint })];
    });
  });
}

type Words = { message: string; suggestion?: string };

function problemOf(written: string, source: SourceFile, root: string): Words | null {
  const found = findReferencedFile(written, { beside: source.path, root, what: "the file", orFolder: true });
  if (!found.ok) return found;
  if (liesInside(root, found.path))
    return { message: `${JSON.stringify(written)} holds the whole workspace; name the files that the command needs` };
  const agents = resolve(root, FOLDERS.agents);
  if (isDirectory(agents) && liesInside(found.path, agents))
    return { message: `${JSON.stringify(written)} is part of an agent, which would see it; keep it with the case` };
  const listed = listCheckFiles(written, source.path);
  return listed.ok ? null : listed;
}

function problemOfSecrecy(written: string, shown: readonly string[], source: SourceFile): Words | null {
  const hidden = resolve(dirname(source.path), written);
  const file = shown.find((path) => liesInside(path, hidden));
  if (file === undefined) return null;
  const name = JSON.stringify(relative(dirname(source.path), file));
  return { message: `is hidden from the subject, but \`input\` sends it ${name}; remove one of them` };
}

function problemOfGiving(written: string, given: readonly string[], source: SourceFile): Words | null {
  const hidden = resolve(dirname(source.path), written);
  const top = given.find((path) => liesInside(hidden, path) || liesInside(path, hidden));
  if (top === undefined) return null;
  const name = JSON.stringify(relative(dirname(source.path), top));
  return { message: `is hidden from the subject, but \`input.workspace\` gives it ${name}; keep them in two folders` };
}

function topsOfWorkspace({ workspace = [] }: TestCase["input"], source: SourceFile): string[] {
  const paths = [workspace].flat().map((path) => resolve(dirname(source.path), path));
  return paths.filter((path) => kindOf(path) === "file" || kindOf(path) === "directory");
}

function filesOfInput({ attachments, messages, turns }: TestCase["input"], source: SourceFile): string[] {
  const sources = [...messages, ...turns].flatMap(({ source: file }) => file?.path ?? []);
  const paths = [...attachments, ...sources].map((path) => resolve(dirname(source.path), path));
  return paths.filter((path) => kindOf(path) === "file");
}
