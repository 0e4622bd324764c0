import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { unpackCampaign } from "../../src/operations/store/pack.ts";
import { assay } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type ArchiveEntry, archiveOf, manifestOf, packedOnce } from "./support.ts";

const shared = packedOnce();

/** The output of unpacking; expects that it leaves nothing behind. */
async function refusalOf(bytes: Buffer): Promise<string> {
  const folder = temporaryFolder({ "hostile.tgz": bytes });
  const { code, stderr, stdout } = await assay(["unpack", "hostile.tgz"], { cwd: folder });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(readdirSync(folder)).toEqual(["hostile.tgz"]);
  return stderr;
}

const LOG: ArchiveEntry = { path: "outputs/log/packed-000001.jsonl", content: "{}\n" };
const FOLDER = `outputs/artifacts/aa/${"a".repeat(64)}`;

test("a small archive that is well made is unpacked, so that what follows is refused for its own reason", async () => {
  const folder = temporaryFolder({ "fine.tgz": archiveOf([LOG, manifestOf([LOG])]) });
  expect((await assay(["unpack", "fine.tgz"], { cwd: folder })).code).toBe(0);
  expect(readdirSync(join(folder, "fine")).sort()).toEqual(["assay-pack.json", "outputs"]);
});

describe("an archive is refused, and nothing of it stays, when it has", () => {
  test.each<[string, ArchiveEntry, string]>([
    ["a path that leads out", { path: "../evil" }, "leads out of the folder"],
    ["a path that leads out further on", { path: `${FOLDER}/../../../../../evil` }, "leads out of the folder"],
    ["a path of the machine", { path: "/tmp/evil" }, "is not a path that may be written"],
    ["a path of another system", { path: "C:\\evil" }, "is not a path that may be written"],
    ["backslashes", { path: `${FOLDER}/..\\evil` }, "is not a path that may be written"],
    ["a file of its own", { path: "configs/suites/evil.yaml" }, "does not belong in a packed campaign"],
    ["a program", { path: "outputs/log/run.sh" }, "does not belong in a packed campaign"],
    ["a folder that is hidden", { path: ".git/hooks/post-checkout" }, "does not belong in a packed campaign"],
    [
      "a link",
      { path: `${FOLDER}/link`, type: "SymbolicLink", linkpath: "/etc/passwd" },
      "is a SymbolicLink, not a file",
    ],
    ["a hard link", { path: `${FOLDER}/link`, type: "Link", linkpath: "../../x" }, "is a Link, not a file"],
    ["a device", { path: `${FOLDER}/device`, type: "CharacterDevice" }, "is a CharacterDevice, not a file"],
    ["a pipe", { path: `${FOLDER}/pipe`, type: "FIFO" }, "is a FIFO, not a file"],
    ["a folder as an entry", { path: `${FOLDER}/folder`, type: "Directory" }, "is a Directory, not a file"],
    ["a name that is too long", { path: `${`${FOLDER}/${"x".repeat(99)}`.slice(0, 99)}\0x` }, ""],
  ])("%s", async (_, entry, message) => {
    expect(await refusalOf(archiveOf([entry, LOG, manifestOf([LOG, entry])]))).toContain(message);
  });

  test("a file twice", async () => {
    expect(await refusalOf(archiveOf([LOG, LOG, manifestOf([LOG])]))).toContain("appears twice");
  });

  test("no manifest", async () => {
    expect(await refusalOf(archiveOf([LOG]))).toContain(
      "it has no assay-pack.json: it is cut off, or not a packed campaign",
    );
  });

  test("a manifest that is none", async () => {
    const manifest = { path: "assay-pack.json", content: "not JSON" };
    expect(await refusalOf(archiveOf([LOG, manifest]))).toContain("its assay-pack.json is not JSON");
    expect(await refusalOf(archiveOf([LOG, { ...manifest, content: '{"format":"assay.pack/1"}' }]))).toContain(
      "lacks fields",
    );
  });

  test("a format of another day", async () => {
    expect(await refusalOf(archiveOf([LOG, manifestOf([LOG], { format: "assay.pack/9" })]))).toContain(
      'its format is "assay.pack/9", and this version of Assay reads assay.pack/1',
    );
  });

  test("a checksum that differs, a file that is missing, or one that is not named", async () => {
    expect(await refusalOf(archiveOf([LOG, manifestOf([{ ...LOG, content: "{ }\n" }])]))).toContain(
      "does not match its checksum",
    );
    expect(await refusalOf(archiveOf([manifestOf([LOG])]))).toContain("is missing");
    expect(await refusalOf(archiveOf([LOG, manifestOf([])]))).toContain("is not in its assay-pack.json");
  });
});

describe("a file is refused that is", () => {
  test.each([
    ["empty", () => Buffer.alloc(0)],
    ["a text", () => Buffer.from("hello, this is not an archive\n".repeat(100))],
    ["zeros", () => gzipSync(Buffer.alloc(10_000))],
    ["gzip of something else", () => gzipSync("something else entirely".repeat(1000))],
  ])("%s", async (_, bytes) => {
    expect(await refusalOf(bytes())).toContain("hostile.tgz is not unpacked: ");
  });

  test("cut off anywhere", async () => {
    const whole = readFileSync(shared.packed);
    for (let part = 1; part < 16; part += 1)
      expect(await refusalOf(whole.subarray(0, Math.floor((whole.length * part) / 16)))).toContain("is not unpacked: ");
    expect(await refusalOf(whole.subarray(0, whole.length - 9))).toContain("is not unpacked: ");
    const plain = gunzipSync(whole);
    for (let part = 1; part < 16; part += 1)
      expect(await refusalOf(gzipSync(plain.subarray(0, Math.floor((plain.length * part) / 16))))).toContain(
        "is not unpacked: ",
      );
  });

  test("too much: in bytes, in files, or for what it was packed into", async () => {
    const large = { path: `${FOLDER}/large`, content: "x".repeat(3 * 1024 * 1024) };
    const folder = temporaryFolder({ "bomb.tgz": archiveOf([large, manifestOf([large])]) });
    const unpack = (limits?: object) => {
      const all = { bytes: 1024 ** 4, files: 1000, expansion: 1e9, expansion_from: 1024 ** 2, ...limits };
      return unpackCampaign({ cwd: folder, file: "bomb.tgz", limits: all }).then(
        () => "unpacked",
        (error: Error) => error.message,
      );
    };
    expect(await unpack({ bytes: 1_000_000 })).toContain("it unpacks to more than 1000000 bytes");
    expect(await unpack({ files: 0 })).toContain("it holds more than 0 files");
    expect(await unpack({ expansion: 400 })).toContain("it unpacks to more than 400 times its size");
    expect(readdirSync(folder)).toEqual(["bomb.tgz"]);
  });
});

test("whichever byte of a packed campaign is changed, it is refused, or nothing in it is different", async () => {
  const whole = readFileSync(shared.packed);
  const folder = temporaryFolder();
  let refused = 0;
  const step = Math.ceil(whole.length / 60);
  for (let at = 10; at < whole.length; at += step) {
    const changed = Buffer.from(whole);
    changed[at]! ^= 1 << (at % 8);
    writeFileSync(join(folder, "changed.tgz"), changed);
    const { code, stdout } = await assay(["verify", "changed.tgz"], { cwd: folder });
    if (code === 2) refused += 1;
    else expect(stdout).toContain("every score comes out the same");
  }
  expect(refused).toBeGreaterThan(55);
});

describe("an archive is left in the middle, however small it is, that is", () => {
  const LIMITS = { bytes: 1024 ** 4, files: 1000, expansion: 1e9, expansion_from: 1024 ** 4 };
  const problemOf = async (bytes: Buffer, limits: object = {}) => {
    const folder = temporaryFolder({ "bomb.tgz": bytes });
    const unpacked = unpackCampaign({ cwd: folder, file: "bomb.tgz", limits: { ...LIMITS, ...limits } });
    const message = await unpacked.then(
      () => "unpacked",
      (error: Error) => error.message,
    );
    expect(readdirSync(folder)).toEqual(["bomb.tgz"]);
    return message;
  };
  const large = Buffer.alloc(64 * 1024 * 1024);

  test.each<[string, () => Buffer]>([
    ["nothing but zeros", () => gzipSync(large)],
    ["zeros before its first file", () => gzipSync(Buffer.concat([large, plainOf([LOG, manifestOf([LOG])])]))],
    ["zeros behind its last file", () => gzipSync(Buffer.concat([plainOf([LOG, manifestOf([LOG])]), large]))],
    ["zeros in two parts of gzip", () => Buffer.concat([gzipSync(large.subarray(0, 5e6)), gzipSync(large)])],
    ["not packed at all", () => large],
  ])("%s", async (_, bytes) => {
    expect(await problemOf(bytes())).toMatch(/belong to no file|damaged/);
  });

  test("compressed twice", async () => {
    expect(await problemOf(gzipSync(gzipSync(large)))).toContain("compressed twice");
  });

  test("larger than was allowed, also in bytes that belong to no file", async () => {
    expect(await problemOf(gzipSync(large), { bytes: 100_000 })).toContain("more than 100000 bytes");
  });

  test("deeper than was allowed, or slower", async () => {
    const deep = { path: `${FOLDER}/${"a/".repeat(200)}x` };
    expect(await problemOf(archiveOf([LOG, manifestOf([LOG])]), { seconds: -1 })).toContain("takes longer than");
    expect(await problemOf(archiveOf([LOG, manifestOf([LOG])]), { depth: 2 })).toContain("is too deep");
    expect(await problemOf(archiveOf([deep, manifestOf([deep])]))).toContain("is not unpacked");
  });

  test("of files in the place of folders", async () => {
    const [file, below] = [{ path: `${FOLDER}/a` }, { path: `${FOLDER}/a/b` }];
    expect(await problemOf(archiveOf([file, below, manifestOf([file, below])]))).toContain("is not unpacked");
    expect(await problemOf(archiveOf([below, file, manifestOf([file, below])]))).toContain("is not unpacked");
  });
});

function plainOf(entries: ArchiveEntry[]): Buffer {
  return gunzipSync(archiveOf(entries));
}
