import { execFileSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary.ts";
import { listTrialFolder, openTrialFile, statTrialPath, writeTrialFile } from "./trial-files.ts";

function trial(files: Record<string, string> = {}) {
  const root = temporaryFolder({ "outside/secret.txt": "secret", "workspace/.keep": "", "tmp/.keep": "", ...files });
  const folders = { workspace: join(root, "workspace"), tmp: join(root, "tmp") };
  const read = async (path: string): Promise<string> => {
    const file = await openTrialFile(path, folders);
    if (file.state !== "file") return file.state;
    const text = await file.handle.readFile("utf8");
    await file.handle.close();
    return text;
  };
  return { root, folders, read };
}

test.each([
  "a.txt",
  "./a.txt",
  "d/../a.txt",
  "/workspace/a.txt",
  "/workspace//d/.././a.txt",
  "../workspace/a.txt",
  "/tmp/../workspace/a.txt",
])("%s is a file of the workspace", async (path) => {
  expect(await trial({ "workspace/a.txt": "A", "workspace/d/b": "" }).read(path)).toBe("A");
});

test("/tmp is the trial's own", async () => {
  expect(await trial({ "tmp/out.txt": "mine" }).read("/tmp/out.txt")).toBe("mine");
});

test("a path on the host that leads into the workspace is understood", async () => {
  const { folders, read } = trial({ "workspace/a.txt": "A" });
  expect(await read(join(folders.workspace, "a.txt"))).toBe("A");
});

test.each([
  "/etc/passwd",
  "../outside/secret.txt",
  "../../../../etc/passwd",
  "/",
  "..",
  "/workspace/..",
  "/workspacex/a",
  "a\0b",
  `${"x".repeat(300)}`,
])("%j is refused", async (path) => {
  const { folders, read } = trial();
  expect(await read(path)).toBe("refused");
  expect((await writeTrialFile(path, "x", folders)).state).toBe("refused");
});

test.each([
  ["to a host file", "link", () => "/etc/passwd"],
  ["out by the relative way", "link", () => "../outside/secret.txt"],
  ["to the top", "link/etc/passwd", () => "/"],
  ["through a folder outside", "link/passwd", () => "/etc"],
  ["to a device", "link", () => "/dev/zero"],
])("a link %s is refused for reading and writing, and nothing is changed", async (_name, path, target) => {
  const { root, folders, read } = trial();
  symlinkSync(target(), join(folders.workspace, "link"));
  expect(await read(path)).toBe("refused");
  expect((await writeTrialFile(path, "x", folders)).state).toBe("refused");
  expect((await listTrialFolder("link", folders)).state).toBe("refused");
  expect((await statTrialPath(path, folders)).state).toBe("refused");
  expect(readFileSync(join(root, "outside/secret.txt"), "utf8")).toBe("secret");
});

test("a link to a host file below /tmp means the trial's /tmp, where there is no such file", async () => {
  const { root, folders, read } = trial();
  symlinkSync(join(root, "outside/secret.txt"), join(folders.workspace, "link"));
  symlinkSync("/tmp/outside/secret.txt", join(folders.workspace, "other"));
  expect([await read("link"), await read("other")]).toEqual(["absent", "absent"]);
  await writeTrialFile("link", "x", folders);
  expect(readFileSync(join(root, "outside/secret.txt"), "utf8")).toBe("secret");
});

test("links within the trial lead where they lead for the subject", async () => {
  const { folders, read } = trial({ "tmp/real": "T", "workspace/d/f": "F" });
  symlinkSync("/tmp/real", join(folders.workspace, "to-tmp"));
  symlinkSync("/workspace/d", join(folders.tmp, "back"));
  symlinkSync("../tmp", join(folders.workspace, "up"));
  expect(await Promise.all(["to-tmp", "/tmp/back/f", "up/real", "/tmp/back/../to-tmp"].map(read))).toEqual([
    "T",
    "F",
    "T",
    "T",
  ]);
});

test("links in a circle and into nothing", async () => {
  const { folders, read } = trial();
  symlinkSync("b", join(folders.workspace, "a"));
  symlinkSync("a", join(folders.workspace, "b"));
  symlinkSync("nowhere/deep", join(folders.workspace, "dangling"));
  expect(await read("a")).toBe("refused");
  expect(await read("dangling")).toBe("absent");
});

test("a pipe is refused at once and does not block", async () => {
  const { folders, read } = trial();
  execFileSync("mkfifo", [join(folders.workspace, "pipe")]);
  expect(await read("pipe")).toBe("refused");
  expect((await writeTrialFile("pipe", "x", folders)).state).toBe("refused");
  expect(await statTrialPath("pipe", folders)).toEqual({ state: "special" });
});

test("missing files, folders and files used as folders", async () => {
  const { folders, read } = trial({ "workspace/f": "" });
  mkdirSync(join(folders.workspace, "d"));
  expect(await Promise.all(["no", "no/deeper", "d", ".", "/tmp", "f/x"].map(read))).toEqual([
    "absent",
    "absent",
    "folder",
    "folder",
    "folder",
    "refused",
  ]);
});

test("a trial without folders left nothing", async () => {
  const folders = { workspace: "/nonexistent/workspace", tmp: "/nonexistent/tmp" };
  expect(await statTrialPath("a", folders)).toEqual({ state: "absent" });
});

test("writing makes the folders on the way, replaces, appends, and follows links inside", async () => {
  const { folders, read } = trial();
  expect(await writeTrialFile("a/b/c.txt", "é1", folders)).toEqual({ state: "written", bytes: 3 });
  await writeTrialFile("a/b/c.txt", "2", folders);
  await writeTrialFile("a/b/c.txt", "3", folders, { append: true });
  symlinkSync("/tmp/new", join(folders.workspace, "link"));
  await writeTrialFile("link", "through", folders);
  expect([await read("a/b/c.txt"), readFileSync(join(folders.tmp, "new"), "utf8")]).toEqual(["23", "through"]);
  expect((await writeTrialFile("a/b", "x", folders)).state).toBe("refused");
  expect((await writeTrialFile("new/", "x", folders)).state).toBe("refused");
  expect(existsSync(join(folders.workspace, "new"))).toBe(false);
});

test("a listing is sorted and names what things are", async () => {
  const { folders } = trial({ "workspace/b.txt": "12", "workspace/a/x": "" });
  symlinkSync("/etc", join(folders.workspace, "z"));
  linkSync(join(folders.workspace, "b.txt"), join(folders.workspace, "c.txt"));
  expect(await listTrialFolder(".", folders)).toEqual({
    state: "listed",
    entries: [
      { name: ".keep", kind: "file", bytes: 0 },
      { name: "a", kind: "folder", bytes: 0 },
      { name: "b.txt", kind: "file", bytes: 2 },
      { name: "c.txt", kind: "file", bytes: 2 },
      { name: "z", kind: "link", bytes: 0, target: "/etc" },
    ],
  });
  expect(await listTrialFolder("b.txt", folders)).toEqual({ state: "file" });
  expect(await listTrialFolder("no", folders)).toEqual({ state: "absent" });
});
