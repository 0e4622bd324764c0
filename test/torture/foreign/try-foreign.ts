import { spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileHas, filesWith, findingsOf, oddEntries, snapshot } from "./findings.ts";
import type { ForeignMutation } from "./mutation.ts";
import { openReader } from "./reader.ts";
import type { Original } from "./workspace.ts";

const SECRET = "CANARY-9c1f4e7a: this is nobody's business";

/** A place with a canary in it, at which one mutation after the other is tried. */
export interface TryingPlace {
  /** Returns the failures. */
  suffer(mutation: ForeignMutation): Promise<string[]>;
  close(): Promise<void>;
}

/** @param folder an empty one, with the canary beside all workspaces */
export async function openTryingPlace(folder: string, original: Original): Promise<TryingPlace> {
  const at = {
    canary: join(folder, "canary"),
    foreign: join(folder, "foreign"),
    own: join(folder, "own"),
    export: join(folder, "export"),
    pack: join(folder, "packed.assay.tgz"),
    unpacked: join(folder, "unpacked"),
    temporary: join(folder, "tmp"),
  };
  mkdirSync(at.temporary);
  const reader = await openReader(at.temporary);
  makeCanary(at.canary);
  for (const workspace of [at.foreign, at.own]) copyWorkspace(original, workspace);

  const made = [at.export, at.pack, at.unpacked];
  const commandWords = (words: string[]): { words: string[]; cwd: string } => {
    const names: Record<string, string> = {
      EXPORT: at.export,
      PACK: at.pack,
      UNPACKED: at.unpacked,
      FOREIGN_PACK: join(at.foreign, "foreign.assay.tgz"),
      BASE: original.campaign,
    };
    if (words[0] === "MERGE")
      return { words: ["store", "merge", join(at.foreign, "outputs"), ...words.slice(1)], cwd: at.own };
    const named = words.filter((word) => word !== "OWN").map((word) => names[word] ?? word);
    const places: Record<string, string> = { OWN: at.own, IN: at.unpacked };
    return { words: named.filter((word) => word !== "IN"), cwd: places[words[0]!] ?? at.foreign };
  };

  const clean = join(folder, "clean");
  const answers = new Map<string, string>();
  copyWorkspace(original, clean);
  restore(original, clean);
  async function cleanAnswer(words: string[]): Promise<string> {
    const known = answers.get(words.join(" ")) ?? (await reader.call(words, clean)).stdout;
    answers.set(words.join(" "), known);
    return known;
  }

  return {
    async suffer({ change, commands, saysTheSame = false }) {
      restore(original, at.foreign);
      if (commands.some(([word]) => word === "MERGE")) restore(original, at.own, { only: "the log without runs" });
      for (const path of made) removeAnything(path);
      const broken: string[] = [];
      await change({ workspace: at.foreign, outputs: join(at.foreign, "outputs"), canary: at.canary });
      const before = untouched(folder);
      for (const words of commands) {
        const called = commandWords(words);
        if (!existsSync(called.cwd)) continue;
        const reading = await reader.call(called.words, called.cwd);
        broken.push(...findingsOf({ ...reading, words }));
        // One that waits for ever says enough; the others would wait as well.
        if (reading.hung) break;
        if (saysTheSame && reading.stdout !== (await cleanAnswer(words)))
          broken.push(`${words.slice(0, 2).join(" ")}: says something else than without it`);
        if (`${reading.stdout}${reading.stderr}`.includes(SECRET))
          broken.push(`${words[0]}: printed what the canary says`);
      }
      broken.push(...difference(before, untouched(folder)));
      broken.push(...stolen(at));
      broken.push(
        ...litterIn(at.temporary),
        ...litterIn(join(at.own, "outputs")),
        ...litterIn(join(at.own, "outputs/log")),
      );
      makeCanaryAgain(at.canary, before, folder);
      return [...new Set(broken)];
    },
    async close() {
      await reader.close();
    },
  };

  /** Everything shared: the canary with its contents, and anything beside the folders that commands may write to. */
  function untouched(root: string): string[] {
    const beside = readdirSync(root)
      .sort()
      .filter((name) => !["export", "packed.assay.tgz", "unpacked"].includes(name));
    const workspaces = [at.foreign, at.own].flatMap((workspace) =>
      namesIn(workspace).flatMap((name) => (OF_A_WORKSPACE.has(name) ? [] : [`${workspace}/${name}`])),
    );
    return [...beside, ...workspaces, ...snapshot(at.canary, { content: true })];
  }

  function stolen(places: { own: string; export: string; pack: string; unpacked: string }): string[] {
    const searched = [join(places.own, "outputs"), places.export, places.unpacked].filter(isFolder);
    const found = searched.flatMap((place) => filesWith(place, SECRET));
    if (existsSync(places.pack) && fileHas(places.pack, SECRET)) found.push(places.pack);
    const odd = [join(places.own, "outputs"), places.unpacked].filter(isFolder).flatMap(oddEntries);
    return [
      ...found.map((path) => `what the canary says is now in ${path.slice(folder.length)}`),
      ...odd.map((what) => `kept: ${what}`),
    ];
  }
}

function copyWorkspace({ root }: Original, workspace: string): void {
  mkdirSync(workspace);
  for (const name of ["configs", "rubric", "batch"]) symlinkSync(join(root, name), join(workspace, name));
}

/** The store as it was, and the labels. */
function restore({ root }: Original, workspace: string, options: { only?: string } = {}): void {
  for (const name of ["outputs", "labels", "import.jsonl", "import.csv", "foreign.assay.tgz"])
    removeAnything(join(workspace, name));
  if (options.only === undefined) {
    cpSync(join(root, "outputs"), join(workspace, "outputs"), { recursive: true, verbatimSymlinks: true });
    cpSync(join(root, "labels"), join(workspace, "labels"), { recursive: true });
  }
}

/** Also removes paths that are too deep, and unreadable folders. */
function removeAnything(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    spawnSync("chmod", ["-R", "u+rwX", path]);
    spawnSync("rm", ["-rf", path]);
  }
}

function makeCanary(canary: string): void {
  mkdirSync(join(canary, "sub"), { recursive: true });
  writeFileSync(join(canary, "secret.txt"), SECRET, { mode: 0o600 });
  writeFileSync(join(canary, "run.sh"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  writeFileSync(join(canary, "sub/segment.jsonl"), `{"secret":"${SECRET}"}\n`, { mode: 0o640 });
}

/** A single failure must not be reported for all that follow. */
function makeCanaryAgain(canary: string, before: string[], folder: string): void {
  const isWhole = before.filter((entry) => entry.startsWith("secret.txt ")).length === 1;
  if (!isWhole || !existsSync(join(canary, "secret.txt"))) {
    removeAnything(canary);
    makeCanary(canary);
  }
  const known = new Set(["canary", "clean", "foreign", "own", "tmp", "original"]);
  for (const name of readdirSync(folder)) if (!known.has(name)) removeAnything(join(folder, name));
}

const OF_A_WORKSPACE = new Set(["outputs", "labels", "import.jsonl", "import.csv", "foreign.assay.tgz"]);

function namesIn(folder: string): string[] {
  return readdirSync(folder).sort();
}

function difference(before: string[], after: string[]): string[] {
  const [had, has] = [new Set(before), new Set(after)];
  const changed = [...after.filter((entry) => !had.has(entry)), ...before.filter((entry) => !has.has(entry))];
  return changed.slice(0, 3).map((entry) => `outside: changed ${entry.slice(0, 120)}`);
}

function litterIn(folder: string): string[] {
  if (!isFolder(folder)) return [];
  const names = readdirSync(folder).filter((name) => /\.tmp$|^assay-(?!bundle)|^\.trial/.test(name));
  for (const name of names) removeAnything(join(folder, name));
  return names.map((name) => `left behind: ${name.replace(/[0-9a-f]{4,}/g, "…").slice(0, 60)}`);
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
