import { describe, expect, test } from "vitest";
import { mediaBytes } from "../support/media.ts";
import { agentAt, problemsOf } from "../support/small-workspace.ts";

const PNG = mediaBytes("shapes.png");
const JPEG = mediaBytes("shapes.jpg");
const WAV = mediaBytes("tone.wav");
const MP3 = mediaBytes("tone.mp3");
const MEGABYTE = 1024 ** 2;

type Files = Record<string, string | Uint8Array>;

const padded = (start: Uint8Array, size: number) => Buffer.concat([start, Buffer.alloc(size - start.length)]);
const parts = (...list: object[]) => ({ messages: [{ role: "user", content: list }] });
const image = (path: string, rest: object = {}) => ({ type: "image", path, ...rest });
const audio = (path: string, rest: object = {}) => ({ type: "audio", path, ...rest });
const text = (words: unknown) => ({ type: "text", text: words });

/** The problems of a case with this input, and these files beside it. */
async function problemsOfCase(input: object, files: Files = {}, runner = "llm_probe"): Promise<string[]> {
  const beside = Object.entries(files).map(([name, content]) => [`configs/cases/c/${name}`, content]);
  const fields = { schema_version: 1, case_id: "c", title: "C", runner: { type: runner }, input };
  const agent = runner === "openclaw" ? agentAt("a") : {};
  const problems = await problemsOf({
    "configs/cases/c/test.yaml": JSON.stringify(fields, null, 2),
    ...Object.fromEntries(beside),
    ...agent,
  });
  return problems.filter((problem) => problem.includes("configs/cases/c/"));
}

describe("accepts", () => {
  test.each<[string, object, Files]>([
    ["text and an image", parts(text("What is this?"), image("a.png")), { "a.png": PNG }],
    ["a JPEG that is called .png", parts(image("a.png")), { "a.png": JPEG }],
    ["a GIF", parts(image("a.gif")), { "a.gif": mediaBytes("shapes.gif") }],
    ["a WebP without an extension", parts(image("a")), { a: mediaBytes("shapes.webp") }],
    ["an image with detail", parts(image("a.png", { detail: "low" })), { "a.png": PNG }],
    ["a WAV", parts(audio("a.wav")), { "a.wav": WAV }],
    ["an MP3 without tags", parts(audio("a.mp3")), { "a.mp3": MP3 }],
    [
      "an MP3 with tags",
      parts(audio("a.mp3")),
      { "a.mp3": Buffer.concat([Buffer.from("ID3\x03\0\0\0\0\0\0", "latin1"), MP3]) },
    ],
    [
      "several of each",
      parts(image("a.png"), text("and"), image("a.png"), audio("a.wav")),
      { "a.png": PNG, "a.wav": WAV },
    ],
    [
      "parts of text only, also for the system",
      {
        messages: [
          { role: "system", content: [text("Be brief.")] },
          { role: "user", content: "Hi" },
        ],
      },
      {},
    ],
    [
      "an image as an attachment",
      { messages: [{ role: "user", content: "Hi" }], attachments: ["a.png"] },
      { "a.png": PNG },
    ],
    [
      "a recording as an attachment",
      { messages: [{ role: "user", content: "Hi" }], attachments: ["a.bin"] },
      { "a.bin": MP3 },
    ],
    [
      "an image in a message file, relative to that file",
      { messages: [{ role: "user", source: { path: "m/one.yaml" } }] },
      { "m/one.yaml": "role: user\ncontent:\n  - { type: image, path: a.png }\n", "m/a.png": PNG },
    ],
    ["a file of exactly 20 MB", parts(image("a.png")), { "a.png": padded(PNG, 20 * MEGABYTE) }],
    [
      "a text that begins like an MP3, as text",
      { messages: [{ role: "user", content: "Hi" }], attachments: ["a.txt"] },
      { "a.txt": "ID3 tags are at the front." },
    ],
  ])("%s", async (_, input, files) => {
    expect(await problemsOfCase(input, files)).toEqual([]);
  });
});

describe("refuses", () => {
  test.each<[string, object, Files, string]>([
    ["an empty list", parts(), {}, "expected at least 1 item, found 0"],
    [
      "a part of no known type",
      parts({ type: "video", path: "a.mp4" }),
      {},
      'input.messages[0].content[0].type: expected text, image or audio, found "video"',
    ],
    ["a part without a type", parts({ text: "Hi" }), {}, "input.messages[0].content[0].type: is missing"],
    ["an empty text", parts(text("")), {}, "input.messages[0].content[0].text: must not be empty"],
    ["a text that is none", parts(text(4)), {}, "input.messages[0].content[0].text: expected text, found 4"],
    [
      "a misspelt field, with a suggestion",
      parts(image("a.png", { details: "low" })),
      { "a.png": PNG },
      'Did you mean "detail"?',
    ],
    [
      "a detail that does not exist",
      parts(image("a.png", { detail: "hi" })),
      { "a.png": PNG },
      'expected auto, low or high, found "hi"',
    ],
    [
      "detail on a recording",
      parts(audio("a.wav", { detail: "low" })),
      { "a.wav": WAV },
      "detail: is not a known field here",
    ],
    [
      "a file that is not there",
      parts(image("a.pgn")),
      { "a.png": PNG },
      'the image "a.pgn" does not exist; paths start at the folder of this file Did you mean "a.png"?',
    ],
    ["a folder", parts(image("sub")), { "sub/a.png": PNG }, 'the image "sub" is a directory'],
    ["a file outside the workspace", parts(image("/etc/hostname")), {}, "is outside the workspace"],
    ["an empty file", parts(image("a.png")), { "a.png": "" }, 'the image "a.png" is empty'],
    [
      "a text called .png",
      parts(image("a.png")),
      { "a.png": "not a picture" },
      "is not an image, judging by its first bytes; PNG, JPEG, GIF and WebP are accepted",
    ],
    [
      "half of a signature",
      parts(image("a.png")),
      { "a.png": PNG.subarray(0, 7) },
      "is not an image, judging by its first bytes",
    ],
    ["a PDF", parts(image("a.png")), { "a.png": "%PDF-1.7 and so on" }, 'the image "a.png" is a PDF'],
    ["an SVG", parts(image("a.svg")), { "a.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>" }, "is an SVG"],
    [
      "a recording as an image",
      parts(image("a.wav")),
      { "a.wav": WAV },
      "is audio/wav, not an image; write `type: audio`",
    ],
    [
      "an image as a recording",
      parts(audio("a.png")),
      { "a.png": PNG },
      "is image/png, not audio; write `type: image`",
    ],
    [
      "an AAC stream as MP3",
      parts(audio("a.mp3")),
      { "a.mp3": Buffer.from([0xff, 0xf1, 0x50, 0x80]) },
      "is not audio, judging by its first bytes",
    ],
    [
      "a file of more than 20 MB",
      parts(image("a.png")),
      { "a.png": padded(PNG, 20 * MEGABYTE + 1) },
      "is 20 MB; at most 20 MB are read",
    ],
    [
      "files of more than 40 MB together",
      parts(image("a.png"), image("a.png"), image("b.png")),
      { "a.png": padded(PNG, 14 * MEGABYTE), "b.png": padded(PNG, 14 * MEGABYTE) },
      "input: its images and audio have 42 MB in all; one request may have at most 40 MB",
    ],
    [
      "an image of the system",
      {
        messages: [
          { role: "system", content: [image("a.png")] },
          { role: "user", content: "Hi" },
        ],
      },
      { "a.png": PNG },
      'an image can only be part of a user message, not of role "system"',
    ],
    [
      "audio of the assistant",
      { messages: [{ role: "assistant", content: [audio("a.wav")] }] },
      { "a.wav": WAV },
      'audio can only be part of a user message, not of role "assistant"',
    ],
    [
      "content and source together",
      { messages: [{ role: "user", content: [image("a.png")], source: { path: "m.txt" } }] },
      { "a.png": PNG, "m.txt": "Hi" },
      "excludes `content`",
    ],
    [
      "an attachment of more than 20 MB",
      { messages: [{ role: "user", content: "Hi" }], attachments: ["a.png"] },
      { "a.png": padded(PNG, 21 * MEGABYTE) },
      "images and audio may have at most 20 MB",
    ],
    [
      "a PDF as an attachment",
      { messages: [{ role: "user", content: "Hi" }], attachments: ["a.pdf"] },
      { "a.pdf": Buffer.from("%PDF-1.7\n\xe2\xe3", "latin1") },
      'the attachment "a.pdf" is a PDF; attachments are text, images',
    ],
    [
      "a broken image in a message file, at its place there",
      { messages: [{ role: "user", source: { path: "m/list.yaml" } }] },
      {
        "m/list.yaml": "- role: user\n  content: Hi\n- role: user\n  content:\n    - { type: image, path: a.png }\n",
        "m/a.png": "x",
      },
      "configs/cases/c/m/list.yaml:5 [1].content[0].path:",
    ],
  ])("%s", async (_, input, files, says) => {
    const problems = await problemsOfCase(input, files);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(says);
  });

  test.each<[string, object]>([
    ["an image in a message of an agent", parts(image("a.png"))],
    ["an image in a turn of an agent", { turns: [{ role: "user", content: [image("a.png")] }] }],
    ["an image as an attachment of an agent", { messages: [{ role: "user", content: "Hi" }], attachments: ["a.png"] }],
  ])("%s", async (_, input) => {
    const problems = await problemsOfCase(input, { "a.png": PNG }, "openclaw");
    expect(problems.join("\n")).toContain("images and audio are for llm_probe cases only");
  });
});
