import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./temporary.ts";

/** A folder whose hashes were computed by version 0.4.0: names that sort oddly, bytes that are no text, links, a program, an empty folder. */
export function oddTree(): string {
  const root = temporaryFolder({
    "a/y.bin": Uint8Array.from([0, 255, 1]),
    "a/b/x.txt": "x\n",
    "a-b/z": "",
    "Z/ü.txt": "ü",
    "top.md": "top",
    "run.sh": "#!/bin/sh\n",
    ß: "s",
    ".hidden": "h",
  });
  mkdirSync(join(root, "empty"));
  chmodSync(join(root, "run.sh"), 0o755);
  symlinkSync("../top.md", join(root, "a/link"));
  symlinkSync("nowhere", join(root, "dangling"));
  return root;
}
