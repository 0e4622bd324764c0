import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findQuote, openQuoteSource } from "./quote-match.ts";

/** What stands in the text at the place that was found. */
function found(quote: string, text: string): string | null {
  const match = findQuote(quote, text);
  return match && text.slice(match.start, match.end);
}

describe("a quote is found", () => {
  test.each([
    ["as it stands", "full refund", "A full refund is due.", "full refund"],
    ["across a line break", "full refund", "A full\r\n   refund is due.", "full\r\n   refund"],
    ["with a line break of its own", "full\nrefund", "A full refund is due.", "full refund"],
    ["with spaces around it", "  full refund \n", "A full refund is due.", "full refund"],
    ["with invisible characters before it", "\u200b full refund", "full refund", "full refund"],
    ["across a no-break space", "10 USD", "It costs 10\u00a0USD.", "10\u00a0USD"],
    ["composed, where the text is decomposed", "café", "the cafe\u0301 is open", "cafe\u0301"],
    ["decomposed, where the text is composed", "cafe\u0301", "the café is open", "café"],
    ["in half-width letters, where the text has full-width ones", "GPT-5", "使用ＧＰＴ－５模型", "ＧＰＴ－５"],
    ["in full-width punctuation, where the text has ASCII", "是的，可以", "是的,可以。", "是的,可以"],
    ["in half-width kana with voicing marks", "ｶﾞｲﾄﾞ", "これはガイドです", "ガイド"],
    ["across a line break inside Chinese", "全额退款", "可以全额\n退款。", "全额\n退款"],
    ["with a space between Chinese and Latin, where there is none", "使用 Python", "我使用Python写", "使用Python"],
    ["across an ideographic space", "第一 第二", "第一\u3000第二", "第一\u3000第二"],
    ["over a zero-width space", "hyperlink", "a hyper\u200blink", "hyper\u200blink"],
    ["over a mark of direction", "abc def", "an abc\u202e def", "abc\u202e def"],
    ["with its Markdown", "**full** refund", "a **full** refund", "**full** refund"],
    ["beyond the basic plane", "🙂 ok", "fine 🙂 ok", "🙂 ok"],
    ["as Hangul jamo, where the text is composed", "\u1112\u1161\u11ab", "대한민국", "한"],
  ])("%s", (_, quote, text, expected) => expect(found(quote, text)).toBe(expected));
});

describe("a quote is not found", () => {
  test.each([
    ["when it is empty", "", "text"],
    ["when it is only whitespace", " \n\t", "a b"],
    ["when it is only invisible", "\u200b", "a\u200bb"],
    ["in an empty text", "a", ""],
    ["when a word differs", "full return", "A full refund is due."],
    ["when the case differs", "Full refund", "A full refund is due."],
    ["when words were joined", "therapist", "the rapist"],
    ["when a word was split", "note book", "notebook"],
    ["when Hangul words were joined", "아버지가방에", "아버지가 방에"],
    ["when it leaves something out", "full … due", "A full refund is due."],
    ["when quotation marks were replaced", '"yes"', "“yes”"],
    ["when it cuts a combining mark off", "cafe", "cafe\u0301"],
    ["when it cuts a mark off that has no composed form", "q", "q\u0307"],
    ["when it is half of a surrogate pair", "\ud83d", "🙂"],
    ["when a number differs in width only by a superscript", "x2", "x²"],
    ["when its Markdown was left out", "full refund", "a **full** refund"],
    ["when ligatures were dissolved", "fi", "ﬁ"],
  ])("%s", (_, quote, text) => expect(findQuote(quote, text)).toBeNull());
});

test("the first of several places is given", () => {
  expect(findQuote("an", "banana")).toEqual({ start: 1, end: 3 });
});

test("a place that cuts a character is passed over for a later whole one", () => {
  expect(findQuote("e", "e\u0301 e")).toEqual({ start: 3, end: 4 });
});

const alphabet = fc.constantFrom(
  ..."abé e\u0301\n\t　，,。退款Ａｱｶﾞ🙂한q\u0307\u200b\u00ad\u202e \r".match(/[\s\S]/gu)!,
);
const anyText = fc.string({ unit: alphabet, maxLength: 40 });
/** The same characters whatever their spacing and width: what an accepted quote must share with its place. */
const essence = (text: string) => text.normalize("NFKC").replace(/[\s\u00ad\u200b\u202e\u2060\ufeff]/g, "");

describe("whatever the texts", () => {
  test("what is accepted is there: the place says the same as the quote", () => {
    fc.assert(
      fc.property(anyText, anyText, (quote, text) => {
        const match = findQuote(quote, text);
        if (match) expect(essence(text.slice(match.start, match.end))).toBe(essence(quote));
      }),
      { numRuns: 3000 },
    );
  });

  test("in plain ASCII, accepted means contained after collapsing whitespace, and the other way round", () => {
    const ascii = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "."), maxLength: 25 });
    const collapse = (text: string) => text.replace(/\s+/g, " ");
    fc.assert(
      fc.property(ascii, ascii, (quote, text) => {
        const wanted = collapse(quote.trim());
        expect(findQuote(quote, text) !== null).toBe(wanted !== "" && collapse(text).includes(wanted));
      }),
      { numRuns: 3000 },
    );
  });

  test("a word that the text does not hold is never found, whatever surrounds it", () => {
    fc.assert(fc.property(anyText, anyText, anyText, (a, b, text) => findQuote(`${a}zyx${b}`, text) === null));
  });

  test("every slice between whole characters is found again, however its whitespace and width are changed", () => {
    const character = fc.constantFrom(..."abcXYZ123,.!?(é退款可以全额，。！", "🙂", "한");
    const words = fc.array(fc.string({ unit: character, minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 });
    const gap = fc.constantFrom(" ", "\n", "  \r\n\t", "\u00a0");
    fc.assert(
      fc.property(words, gap, gap, fc.nat(), fc.nat(), (list, gapOfText, gapOfQuote, from, count) => {
        const first = from % list.length;
        const slice = list.slice(first, first + 1 + (count % list.length));
        const quote = widen(slice.join(gapOfQuote)).normalize("NFD");
        expect(findQuote(quote, list.join(gapOfText))).not.toBeNull();
      }),
      { numRuns: 2000 },
    );
  });

  test("offsets lie inside the text and are never inside a surrogate pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(), fc.nat(), (text, from, length) => {
        const match = openQuoteSource(text).find(text.slice(from % (text.length + 1)).slice(0, length % 8));
        if (!match) return;
        expect(match.start).toBeLessThan(match.end);
        expect(match.end).toBeLessThanOrEqual(text.length);
        expect(/[\udc00-\udfff]/.test(text[match.start]!) && /[\ud800-\udbff]/.test(text[match.start - 1] ?? "")).toBe(
          false,
        );
      }),
    );
  });
});

function widen(text: string): string {
  return text.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
}
