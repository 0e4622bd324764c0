import { expect, test } from "vitest";
import { escapeMarkup } from "./escape-markup.ts";

test("nothing can open or close a tag or an attribute", () => {
  expect(escapeMarkup(`<b a='x' c="y">&amp;`)).toBe("&#60;b a=&#39;x&#39; c=&#34;y&#34;&#62;&#38;amp;");
});

test("what XML forbids is left out, and what hides is shown", () => {
  expect(escapeMarkup("a\u0000b\ud800c\uffff\u202ed")).toBe("abc\\u202ed");
});
