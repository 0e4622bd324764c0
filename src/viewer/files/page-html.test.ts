import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { chunkScript } from "./chunk-script.ts";
import { pageHtml, selfContainedHtml } from "./page-html.ts";

const ATTACK = '</script><script>alert(1)</script><!--<script>"><img src=x onerror=alert(2)>\u2028';

test("data in a single file cannot end its element, and comes back as it was", () => {
  const assets = {
    script: "let a = '</script>';",
    style: '@font-face { src: url("inter.otf") }',
    font: Buffer.from("f"),
  };
  const chunks = [{ name: "campaign-0", value: { text: ATTACK } }];
  const html = [...selfContainedHtml(assets, chunks, `/campaign/${ATTACK}`)].join("");
  const [, json] = /data-chunk="campaign-0">([\s\S]*?)<\/script>/.exec(html)!;
  expect(JSON.parse(json!)).toEqual({ text: ATTACK });
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html).not.toContain("<img");
});

test("the only script of a single file is the one whose hash its policy names", () => {
  const html = [...selfContainedHtml({ script: "run()", style: "a{}", font: Buffer.from("") }, [], "/")].join("");
  const [, code] = /<script>([\s\S]*?)<\/script>/.exec(html)!;
  expect(html).toContain(`script-src 'sha256-${createHash("sha256").update(code!).digest("base64")}'`);
  expect(html).not.toContain("unsafe");
});

test("a chunk is one call with JSON, whatever it holds", () => {
  const received: unknown[] = [];
  new Function("assay", chunkScript("trial-0", { text: ATTACK }))({
    data: (...given: unknown[]) => received.push(given),
  });
  expect(received).toEqual([["trial-0", { text: ATTACK }]]);
});

test("only the page of the server listens for changes", () => {
  expect(pageHtml({ live: true })).toContain("connect-src 'self'");
  expect(pageHtml({ live: false })).not.toContain("connect-src");
});
