import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import type { ResolvedMessage } from "../../config/index.ts";
import { sha256 } from "../../text/index.ts";
import { probeMessages } from "./probe-messages.ts";

const user: ResolvedMessage = { role: "user", content: "Summarise." };
const system: ResolvedMessage = { role: "system", content: "Be brief." };

function attach(files: Record<string, string | Uint8Array>) {
  const folder = temporaryFolder(files);
  return Object.entries(files).map(([filename, content]) => ({
    filename,
    path: join(folder, filename),
    sha256: sha256(content),
    bytes: content.length,
  }));
}

const contents = (composed: Awaited<ReturnType<typeof probeMessages>>) =>
  composed.ok ? composed.messages.map(({ content }) => content) : composed.problem;

test("attachments stand in their frame, in order, just before the first user message", async () => {
  const attachments = attach({ "b.md": "# B\n", "a.txt": "plain" });
  expect(await probeMessages({ messages: [system, user, user], attachments })).toEqual({
    ok: true,
    messages: [
      system,
      {
        role: "user",
        content: "Attached context file: b.md\n--- BEGIN ATTACHMENT b.md ---\n# B\n\n--- END ATTACHMENT b.md ---",
      },
      {
        role: "user",
        content: "Attached context file: a.txt\n--- BEGIN ATTACHMENT a.txt ---\nplain\n--- END ATTACHMENT a.txt ---",
      },
      user,
      user,
    ],
  });
});

test("without a user message they come last", async () => {
  const composed = await probeMessages({ messages: [system], attachments: attach({ a: "x" }) });
  expect(contents(composed)).toEqual(["Be brief.", expect.stringContaining("Attached context file: a")]);
});

test("bytes that are no UTF-8 are replaced", async () => {
  const attachments = attach({ a: Uint8Array.from([0x61, 0xff, 0x62]) });
  expect(contents(await probeMessages({ messages: [], attachments }))).toEqual([
    expect.stringContaining("\na\uFFFDb\n"),
  ]);
});

test("an attachment that changed or went away is a problem, not an answer to something else", async () => {
  const [attachment] = attach({ a: "x" });
  const changed = await probeMessages({ messages: [user], attachments: [{ ...attachment!, sha256: sha256("y") }] });
  expect(contents(changed)).toBe("The attachment a changed while the campaign was running.");
  const gone = await probeMessages({ messages: [user], attachments: [{ ...attachment!, path: "/nowhere/a" }] });
  expect(contents(gone)).toContain("The attachment a cannot be read");
});
