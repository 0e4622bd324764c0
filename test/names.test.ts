import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./support/project-root.ts";

test("one name means one thing: no exported type or function is declared in two files", () => {
  const places = new Map<string, Set<string>>();
  for (const [path, text] of sources("src"))
    for (const name of declaredIn(text)) places.set(name, (places.get(name) ?? new Set()).add(path));
  const twice = [...places].filter(([, files]) => files.size > 1).map(([name]) => name);
  expect(twice).toEqual([]);
});

test("summarize has one spelling", () => {
  const other = [...sources("src"), ...sources("docs", ".md")].filter(([, text]) => /summaris/i.test(text));
  expect(other.map(([path]) => path)).toEqual([]);
});

test("no code recognises a part of a report or a page by its title", () => {
  const byTitle = /(?<!typeof [\w.]*)\btitle\b(?:\.(?:startsWith|endsWith|includes|match)\(| [!=]== ["'`])/;
  const found = [...sources("src"), ...sources("src", ".tsx")].filter(([, text]) => byTitle.test(text));
  expect(found.map(([path]) => path)).toEqual([]);
});

/** Names that said too little, by the better ones in use now. */
const OLD_NAMES = `
  openElsewhere Elsewhere elsewhere usable work lazily storingIn underName openDamageNotes todaysChecks
  tellOfWorkers noteOfWaiting labelWordsOf completeJudgingWords BegunTab LostTab openRoomKeeper toldByWire
  ToldByWire openResultHolder payingFrom asLentUser endStrays turnedAround asSeen noteLook openLooks lookAt
  lookAtGiven differentErrors whereabouts inOrder underWay Face remembering executeHere adoptRun converse
  AgentPlace AgentCourse ownWords
`;
const OLD_FILES = `
  doors parcels tabs looking words elsewhere.ts usable.ts work.ts lazily.ts storage.ts under-name.ts damage.ts
  todays-checks.ts shipped.ts doctor-looks.ts look-at-machine.ts tell-of-workers.ts waiting-note.ts
  keep-shard.ts label-words.ts agreed-to-pay.ts luggage.ts given-up.ts second-forms.ts write-instead.ts
  settings-in-vain.ts told-by-wire.ts paying-from.ts hold-results.ts unsayable-names.ts next-look.ts
  turned-around.ts lent-user.ts strays.ts same-errors.ts looks.ts in-order.ts file-face.ts once.ts execute.ts
  execute-trial.ts run-trial.ts talk.ts hold-conversation.ts conversation.ts own-words.ts agent-place ends-of.ts
`;

test("functions, types and files are named after what they do or hold, not by a figure of speech", () => {
  const declaration = /^(?:export )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
  const names = new Set(OLD_NAMES.trim().split(/\s+/));
  const files = new Set(OLD_FILES.trim().split(/\s+/));
  for (const [path, text] of sources("src")) {
    const declared = [...text.matchAll(declaration)].map(([, name]) => name!);
    expect([path, declared.filter((name) => names.has(name))]).toEqual([path, []]);
    expect([path, path.split("/").filter((part) => files.has(part))]).toEqual([path, []]);
  }
});

/** Declarations, not re-exports; the door of the operations loads what it names when it is called. */
function declaredIn(text: string): string[] {
  const declaration =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
  return [...text.replaceAll(/^export const \w+ = lazyOperation\(/gm, "").matchAll(declaration)].map(
    ([, name]) => name!,
  );
}

function sources(folder: string, ending = ".ts"): [path: string, text: string][] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending) && !path.endsWith(".test.ts"))
    .map((path) => [path, readFileSync(join(projectRoot, folder, path), "utf8")]);
}
