import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, runOneTrial } from "../gateway/one-trial.ts";
import { assay } from "../support/assay.ts";
import { digestOf, MEDIA, type MediaName, mediaBytes } from "../support/media.ts";
import { writeFiles } from "../support/temporary.ts";

const NAMES = Object.keys(MEDIA) as MediaName[];

const caseWith = (input: object, rest: object = {}) =>
  JSON.stringify({ schema_version: 1, case_id: "c", title: "C", runner: { type: "llm_probe" }, input, ...rest });
const filesBeside = (...names: MediaName[]) =>
  Object.fromEntries(names.map((name) => [`configs/cases/c/${name}`, mediaBytes(name)]));
const partOf = (name: MediaName) => ({ type: MEDIA[name].split("/")[0], path: name });
const seen = (part: { image_url?: { url: string }; input_audio?: { data: string } }) =>
  digestOf(Buffer.from(part.input_audio?.data ?? part.image_url!.url.replace(/^data:[^,]*,/, ""), "base64"));

const ALL = {
  messages: [{ role: "user", content: [{ type: "text", text: "Look and listen." }, ...NAMES.map(partOf)] }],
};

test("every byte of every format arrives, as a part or as an attachment, and again when the request is repeated", async () => {
  const busy = { status: 503, headers: { "retry-after": "0" } };
  const { provider, code } = await runOneTrial([busy, "I see."], {
    settings: { retries: 1 },
    files: {
      "configs/cases/c/test.yaml": caseWith({ ...ALL, attachments: NAMES }),
      ...filesBeside(...NAMES),
    },
  });
  expect(code).toBe(0);
  expect(provider.requests).toHaveLength(2);
  for (const { body, headers } of provider.requests) {
    expect(Number(headers["content-length"])).toBe(Buffer.byteLength(JSON.stringify(body)));
    const [text, ...parts] = body.messages.at(-1).content;
    expect(text).toEqual({ type: "text", text: "Look and listen." });
    expect(parts.map(seen)).toEqual(NAMES.map((name) => digestOf(mediaBytes(name))));
    expect(body.messages).toHaveLength(NAMES.length + 1);
    for (const [index, name] of NAMES.entries()) {
      const [said, attached] = body.messages[index].content;
      expect(said).toEqual({ type: "text", text: `Attached context file: ${name}` });
      expect(seen(attached)).toBe(digestOf(mediaBytes(name)));
    }
  }
});

test("each format is announced by its bytes, not by the name of its file", async () => {
  const { provider } = await runOneTrial(["ok"], {
    files: {
      "configs/cases/c/test.yaml": caseWith({
        messages: [
          {
            role: "user",
            content: [
              { type: "image", path: "a.png", detail: "low" },
              { type: "audio", path: "b.wav" },
            ],
          },
        ],
      }),
      "configs/cases/c/a.png": mediaBytes("shapes.jpg"),
      "configs/cases/c/b.wav": mediaBytes("tone.mp3"),
    },
  });
  const [picture, sound] = provider.requests[0]!.body.messages[0].content;
  expect(picture.image_url).toMatchObject({ url: expect.stringMatching(/^data:image\/jpeg;base64,/), detail: "low" });
  expect(sound.input_audio.format).toBe("mp3");
});

test("base64 is in no file of the store, and the bytes are there once, by their SHA-256", async () => {
  const { root, run } = await runOneTrial(["I see."], {
    files: { "configs/cases/c/test.yaml": caseWith({ ...ALL, attachments: ["shapes.png"] }), ...filesBeside(...NAMES) },
  });
  for (const path of filesBelow(join(root, "outputs"))) {
    const content = readFileSync(path).toString("latin1");
    for (const name of NAMES) expect(content).not.toContain(mediaBytes(name).toString("base64").slice(20, 80));
  }
  for (const name of NAMES) {
    const digest = digestOf(mediaBytes(name));
    const [kept, ...more] = filesBelow(join(root, "outputs/artifacts", digest.slice(0, 2), digest));
    expect(more).toEqual([]);
    expect(readFileSync(kept!).equals(mediaBytes(name))).toBe(true);
  }
  const png = { name: "shapes.png", media_type: "image/png", sha256: digestOf(mediaBytes("shapes.png")), bytes: 154 };
  expect(run.request.messages[1].parts[1]).toEqual({ type: "image", ...png });
  expect(run.request.messages[1].content).toBe(
    `Look and listen.\n${NAMES.map((name) => `[${MEDIA[name].split("/")[0]}: ${name}]`).join("\n")}`,
  );
});

test("another image is another trial, and the old one finds its run again", async () => {
  const { root, provider } = await runOneTrial(["I see."], {
    files: {
      "configs/cases/c/test.yaml": caseWith({
        messages: [{ role: "user", content: [{ type: "image", path: "a.png" }] }],
      }),
      "configs/cases/c/a.png": mediaBytes("shapes.png"),
    },
  });
  const again = async (bytes: Buffer) => {
    writeFiles(root, { "configs/cases/c/a.png": bytes });
    const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "sk-or-test-0123456789abcdef" };
    await assay(["run", "--suite", "s", "--run-profile", "p"], { cwd: root, env });
    return provider.requests.length;
  };
  expect(await again(mediaBytes("shapes.png"))).toBe(1);
  expect(await again(mediaBytes("shapes.jpg"))).toBe(2);
  expect(await again(mediaBytes("shapes.png"))).toBe(2);
});

test("a picture with a key in it is sent, but not kept", async () => {
  const key = "sk-or-test-0123456789abcdef";
  const bytes = Buffer.concat([mediaBytes("shapes.png"), Buffer.from(`tEXt ${key}`)]);
  const { root, run, provider } = await runOneTrial(["I see."], {
    files: {
      "configs/cases/c/test.yaml": caseWith({
        messages: [{ role: "user", content: [{ type: "image", path: "a.png" }] }],
      }),
      "configs/cases/c/a.png": bytes,
    },
  });
  expect(provider.requests).toHaveLength(1);
  expect(run.runner_metadata.media_not_kept).toEqual(["a.png"]);
  expect(existsSync(join(root, "outputs/artifacts", digestOf(bytes).slice(0, 2)))).toBe(false);
});
