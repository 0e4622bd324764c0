import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import type { ResolvedMessage } from "../../config/index.ts";
import { sha256 } from "../../text/index.ts";
import { openAttachments } from "./attachment-reader.ts";
import { injectAttachments } from "./inject-attachments.ts";

const user: ResolvedMessage = { role: "user", content: "Summarize." };
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

const contents = (injected: Awaited<ReturnType<typeof injectAttachments>>) =>
  injected.ok ? injected.messages.map(({ content }) => content) : injected.problem;

test("attachments stand in their frame, in order, just before the first user message", async () => {
  const attachments = attach({ "b.md": "# B\n", "a.txt": "plain" });
  expect(await injectAttachments([system, user, user], attachments, openAttachments())).toEqual({
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
    attachments: [
      { filename: "b.md", sha256: sha256("# B\n"), bytes: 4, at: 1 },
      { filename: "a.txt", sha256: sha256("plain"), bytes: 5, at: 2 },
    ],
  });
});

test("without a user message they come last", async () => {
  const injected = await injectAttachments([system], attach({ a: "x" }), openAttachments());
  expect(contents(injected)).toEqual(["Be brief.", expect.stringContaining("Attached context file: a")]);
});

test("bytes that are no UTF-8 are replaced, and the digest is of the bytes as they were", async () => {
  const bytes = Uint8Array.from([0x61, 0xff, 0x62]);
  const injected = await injectAttachments([], attach({ a: bytes }), openAttachments());
  expect(contents(injected)).toEqual([expect.stringContaining("\na\uFFFDb\n")]);
  expect(injected).toMatchObject({ attachments: [{ sha256: sha256(bytes), bytes: 3 }] });
});

test("an attachment that changed since it was found is injected with the digest of what is injected", async () => {
  const [attachment] = attach({ a: "x" });
  const stale = { ...attachment!, sha256: sha256("before") };
  const injected = await injectAttachments([user], [stale], openAttachments());
  expect(injected).toMatchObject({ attachments: [{ sha256: sha256("x") }] });
});

test("an attachment that went away is a problem", async () => {
  const [attachment] = attach({ a: "x" });
  const gone = await injectAttachments([user], [{ ...attachment!, path: "/nowhere/a" }], openAttachments());
  expect(contents(gone)).toContain("the attachment a cannot be read");
});

test("a file that many cases attach is read once, and all share one message", async () => {
  const attachments = attach({ a: "x" });
  const read = openAttachments();
  const [one, two] = [await injectAttachments([], attachments, read), await injectAttachments([], attachments, read)];
  if (!one.ok || !two.ok) throw new Error("not read");
  expect(one.messages[0]).toBe(two.messages[0]);
});
