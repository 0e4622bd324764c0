import { canonicalJson, sha256 } from "../../../src/text/index.ts";
import { type Dossier, kindOf } from "./dossier.ts";
import type { ForgeryTheme } from "./forgery.ts";

const FILE = "labels/ann.jsonl";

// biome-ignore lint/suspicious/noExplicitAny: any field of a label may be changed
type Label = any;

/**
 * What people said, and how they came to be asked. Other probabilities than the plan's change no correction; what somebody said is beyond proof.
 */
export const labelForgeries: ForgeryTheme = {
  theme: "what people said",
  forgeries: [
    {
      name: "labels of another plan than drew them",
      seenIn: "corrections",
      forge: (dossier) => changeBoth(dossier, (label) => (label.draw.plan = "other")),
    },
  ],
};

function linesOf({ files }: Dossier): Label[] {
  return files
    .get(FILE)!
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function changeFile(dossier: Dossier, change: (label: Label) => void): void {
  const lines = linesOf(dossier);
  for (const line of lines) change(line);
  dossier.files.set(FILE, Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join("")));
}

/** The copies that the store keeps are changed with them, under their new hashes. */
function changeBoth(dossier: Dossier, change: (label: Label) => void): void {
  changeFile(dossier, change);
  for (const record of kindOf(dossier.records, "label")) {
    change(record.value);
    record.key = sha256(canonicalJson(record.value));
  }
}
