import { expect, test } from "vitest";
import type { ChatMessage, ContentPart, OpenedMedia } from "../records/index.ts";
import { lengthOf, type RequestBody, requestBody, slicesOf } from "./request-body.ts";

const base64 = Buffer.from(Buffer.from([0, 255, 250, 62, 63]).toString("base64"));
const media: OpenedMedia = { base64: () => base64 };
const picture: ContentPart = { type: "image", name: "a.png", media_type: "image/png", sha256: "x", bytes: 5 };
const sound: ContentPart = { type: "audio", name: "a", media_type: "audio/mpeg", sha256: "y", bytes: 5 };

const asked = (...messages: ChatMessage[]) => ({ model: "m", messages, options: { temperature: 0 }, media });
const parsed = (body: RequestBody) =>
  JSON.parse(typeof body === "string" ? body : Buffer.concat([...slicesOf(body)]).toString());

test("a request without parts is the bytes it has always been", () => {
  const body = requestBody({
    model: "m",
    messages: [{ role: "user", content: "Hi" }],
    options: { seed: 1 },
    tools: [],
  });
  expect(body).toBe('{"seed":1,"model":"m","messages":[{"role":"user","content":"Hi"}]}');
});

test("images and audio are sent as chat completions know them", () => {
  const parts: ContentPart[] = [
    { type: "text", text: 'Say "hi"\n' },
    picture,
    { ...picture, detail: "high" },
    sound,
    { ...sound, media_type: "audio/wav" },
  ];
  const body = requestBody(
    asked({ role: "system", content: "Be kind." }, { role: "user", name: "ann", content: "…", parts }),
  );
  const data = base64.toString();
  expect(parsed(body)).toEqual({
    model: "m",
    temperature: 0,
    messages: [
      { role: "system", content: "Be kind." },
      {
        role: "user",
        name: "ann",
        content: [
          { type: "text", text: 'Say "hi"\n' },
          { type: "image_url", image_url: { url: `data:image/png;base64,${data}` } },
          { type: "image_url", image_url: { url: `data:image/png;base64,${data}`, detail: "high" } },
          { type: "input_audio", input_audio: { data, format: "mp3" } },
          { type: "input_audio", input_audio: { data, format: "wav" } },
        ],
      },
    ],
  });
});

test("tools go along, and options that are called like ours do not win", () => {
  const tool = { type: "function" as const, function: { name: "t", description: "d", parameters: {} } };
  const message: ChatMessage = { role: "user", content: "…", parts: [picture] };
  const body = requestBody({
    model: "m",
    messages: [message],
    tools: [tool],
    media,
    options: { messages: 1, tools: 2, model: 3 },
  });
  expect(parsed(body)).toMatchObject({ model: "m", tools: [tool], messages: [{ role: "user" }] });
});

test("the length that is announced is the length in bytes, also of words beyond ASCII", () => {
  const body = requestBody(
    asked({ role: "user", content: "…", parts: [{ type: "text", text: "größer 💾" }, picture] }),
  );
  expect(lengthOf(body)).toBe(Buffer.concat([...slicesOf(body as Uint8Array[])]).length);
  expect(lengthOf("größer 💾")).toBe(Buffer.byteLength("größer 💾"));
});

test("64 requests with one image of 5 MB have no copy of it", () => {
  const large = Buffer.alloc(5 * 1024 ** 2, "A");
  const message: ChatMessage = { role: "user", content: "…", parts: [picture] };
  const bodies = Array.from(
    { length: 64 },
    () => requestBody({ ...asked(message), media: { base64: () => large } }) as Uint8Array[],
  );
  for (const body of bodies) {
    const own = [...slicesOf(body)].filter(({ buffer }) => buffer !== large.buffer);
    expect(own.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(300);
  }
});

test("media that nobody opened are our mistake, and nothing half is sent", () => {
  const message: ChatMessage = { role: "user", content: "…", parts: [picture] };
  expect(() => requestBody({ model: "m", messages: [message], options: {} })).toThrow("a.png were not opened");
});
