import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findQuote, openQuoteSource } from "./quote-match.ts";

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
    ["when it cuts a combining mark off", "cafe", "cafe\u0301"],
    ["when it cuts a mark off that has no composed form", "q", "q\u0307"],
    ["when it is half of a surrogate pair", "\ud83d", "🙂"],
    ["when a number differs in width only by a superscript", "x2", "x²"],
    ["when it cuts the end off a number", "costs 125", "it costs 1250 euros"],
    ["when it cuts the beginning off a number", "250 euros", "it costs 1250 euros"],
    ["when it cuts a decimal", "costs 12", "it costs 12.50"],
    ["when it cuts thousands", "costs 1", "it costs 1,250"],
    ["when it begins after a decimal point", "5 USD", "12.5 USD"],
    ["when it cuts a sign", "5 degrees", "it is -5 degrees"],
    ["when it cuts a range", "takes 3", "takes 3–5 days"],
    ["when it cuts a time", "at 10", "at 10:30"],
    ["when it cuts a unit off", "weighs 5", "it weighs 5kg"],
    ["when it cuts a negation off a word", "able to comply", "We are unable to comply."],
    ["when it cuts a negation off with a hyphen", "compliant", "This is non-compliant."],
    ["when it cuts a negation off at an apostrophe", "you can", "you can't"],
    ["the same with a curly one", "you can", "you can’t"],
    ["when it cuts the end off a word", "the custom", "the customer"],
    ["when it cuts an identifier", "case", "snake_case"],
    ["when it cuts a Cyrillic word", "возможно", "невозможно"],
    ["when a struck-out negation is copied as a plain one", "not approved", "~~not~~ approved"],
    ["when a product becomes a number", "23", "2*3"],
    ["the same with two signs that look like emphasis", "234", "2*3*4"],
    ["when an option loses a dash", "run -force", "run --force"],
    ["when a difference becomes a negative number", "5 -3", "5 - 3"],
    ["when feet become inches", "6' 2'", "6' 2\""],
    ["when an unknown entity is left out", "A B", "A &foo; B"],
  ])("%s", (_, quote, text) => expect(findQuote(quote, text)).toBeNull());
});

describe("what copying changes is accepted and noted:", () => {
  test.each([
    ["curly quotation marks made straight", 'he said "yes"', "he said “yes”", ["quotation_marks"]],
    ["straight ones made curly", "he said “yes”", 'he said "yes"', ["quotation_marks"]],
    ["the other kind inside a quotation", "he said 'yes' twice", 'he said "yes" twice', ["quotation_marks"]],
    ["a curly apostrophe", "it's fine", "it’s fine", ["quotation_marks"]],
    ["up to the mark that opens a string", "“key”: f", '"key": f"the value"', ["quotation_marks"]],
    ["guillemets", 'un "oui" franc', "un «oui» franc", ["quotation_marks"]],
    ["bold left out", "a full refund", "a **full** refund", ["markdown"]],
    ["emphasis left out with underscores", "a full refund", "a _full_ refund", ["markdown"]],
    ["emphasis that begins before the quote", "full refund is due", "**A full refund** is due", ["markdown"]],
    ["code without its backticks", "Run npm test first", "Run `npm test` first", ["markdown"]],
    [
      "half of a pair kept and another pair left out",
      "code` and more code",
      "`some code` and `more code`",
      ["markdown"],
    ],
    ["bold code", "Run npm test first", "Run **`npm test`** first", ["markdown"]],
    ["bold in Chinese", "这是重点内容", "这是**重点**内容", ["markdown"]],
    ["an em dash as a hyphen", "yes - no", "yes—no", ["dashes"]],
    ["an en dash as a hyphen", "3-5 days", "3–5 days", ["dashes"]],
    ["two hyphens for a dash", "yes -- no", "yes — no", ["dashes"]],
    ["a minus sign", "it is -5", "it is −5", ["dashes"]],
    ["ligatures", "efficient office", "eﬃcient oﬃce", ["ligatures"]],
    ["Kangxi radicals", "一人", "⼀⼈", ["kangxi_forms"]],
    ["HTML entities", 'a < b & "c"', "a &lt; b &amp; &quot;c&quot;", ["html_entities"]],
    ["numeric entities", "it's", "it&#39;s", ["html_entities"]],
    ["JSON escapes", 'say "hi"', '{\\"text\\": \\"say \\"hi\\"\\"}', ["escapes"]],
    ["three dots for an ellipsis", "Loading...", "Loading…", ["ellipsis_character"]],
    ["several at once", 'it\'s "so" - good', "it’s **“so”** — good", ["dashes", "markdown", "quotation_marks"]],
  ])("%s", (_, quote, text, artefacts) => expect(findQuote(quote, text)?.artefacts).toEqual(artefacts));

  test.each([
    ["nothing is noted where nothing differs", "full refund", "A full\n refund", []],
    ["what is the same in both is not noted", "“so” it's", "**“so”** it’s", ["markdown", "quotation_marks"]],
  ])("%s", (_, quote, text, artefacts) => expect(findQuote(quote, text)?.artefacts).toEqual(artefacts));

  test("letter case, where it may differ", () => {
    expect(findQuote("Full Refund", "a full refund", { ignoreCase: true })?.artefacts).toEqual(["letter_case"]);
    expect(findQuote("full refund", "a full refund", { ignoreCase: true })?.artefacts).toEqual([]);
  });

  test("and the place is the one in the text as it was given", () => {
    const text = "See: **“so”** — it’s eﬃcient.";
    expect(found('"so" - it\'s efficient', text)).toBe("“so”** — it’s eﬃcient");
  });
});

describe("words are whole:", () => {
  test.each([
    ["a quote may stand beside punctuation", "refund", "(refund)."],
    ["and between Chinese characters", "GPT-5", "使用GPT-5模型"],
    ["Chinese is cut by character", "退款", "可以全额退款吗"],
    ["Korean too", "환불", "환불은 가능합니다"],
    ["and Thai", "คืนเงิน", "ขอคืนเงินได้"],
    ["the word of a possessive is whole", "the model", "the model's answer"],
    ["so is the noun after a French article", "homme est", "L'homme est mortel"],
    ["a compound may be quoted in part", "of-the-art", "state-of-the-art"],
    ["a number at the end of a sentence is whole", "costs 125", "It costs 125."],
    ["a number beside a currency is whole", "125", "€125"],
    ["a later whole word is found after a cut one", "art", "artist and art"],
  ])("%s", (_, quote, text) => expect(findQuote(quote, text)).not.toBeNull());

  test("unless somebody asks otherwise", () => {
    expect(findQuote("an", "banana", { insideWords: true })).toMatchObject({ start: 1, end: 3 });
  });
});

describe("parts of a quote with an ellipsis", () => {
  const source = openQuoteSource(["one two three four five six", "seven eight two nine"]);
  const parts = (list: string[], reach = 100) => source.findParts(list, reach);
  test("are found in order, and their place reaches from the first to the last", () => {
    expect(parts(["two", "five"])).toEqual({ text: 0, start: 4, end: 23, artefacts: [] });
  });
  test("are found where only a later place of the first is near enough", () => {
    const near = openQuoteSource(["now and then, and much later now it ends"]);
    expect(near.findParts(["now", "ends"], 8)).toMatchObject({ start: 29, end: 40 });
  });
  test.each([
    ["in another order", ["five", "two"]],
    ["from two texts", ["one", "nine"]],
    ["overlapping", ["two three", "three four"]],
    ["with one that is not there", ["two", "ten"]],
    ["with a cut word", ["two", "fiv"]],
  ])("are not found %s", (_, list) => expect(parts(list)).toBeNull());
  test("are not found too far apart", () => {
    expect(parts(["one", "six"], 21)).not.toBeNull();
    expect(parts(["one", "six"], 20)).toBeNull();
  });
});

describe("several texts", () => {
  const source = openQuoteSource(["first text", "second text"]);
  test("the match says which", () => expect(source.find("second")).toMatchObject({ text: 1, start: 0, end: 6 }));
  test("no quote spans two", () => {
    expect(source.find("text second")).toBeNull();
    expect(source.find("text\u0001second")).toBeNull();
  });
});

test("a place that cuts a character is passed over for a later whole one", () => {
  expect(findQuote("e", "e\u0301 e")).toMatchObject({ start: 3, end: 4 });
});

describe("hostile texts take time in proportion to their length", () => {
  const size = 5_000_000;
  test.each([
    [
      "a long quote with one odd character in the middle",
      "a".repeat(size),
      `${"a".repeat(50_000)}b${"a".repeat(50_000)}`,
    ],
    ["a short quote inside a long word", "a".repeat(size), "aa"],
    ["the same in Chinese", "的".repeat(size), `${"的".repeat(5000)}不${"的".repeat(5000)}`],
    ["a quote that fits everywhere and cuts a word", "-ab".repeat(size / 15), `${"-ab".repeat(100)}-a`],
    ["stars", "*".repeat(size), "*a*"],
    ["open emphasis", "*a ".repeat(size / 3), "b c"],
    ["spaces", " ".repeat(size), "a - b"],
    ["dashes", "- ".repeat(size / 10), "a-b"],
    ["ampersands", "&".repeat(size), "& b"],
    ["backslashes", "\\".repeat(size / 5), "\\b"],
    ["combining marks", `e${"\u0301".repeat(100_000)}`, "e"],
  ])("%s", (_, text, quote) => expect(findQuote(quote, text)).toBeNull());
  test("parts that are everywhere", () => {
    expect(openQuoteSource(["a ".repeat(size / 2)]).findParts(["a", "b", "a"], 1000)).toBeNull();
  });
});

const alphabet = fc.constantFrom(
  ..."abé e\u0301\n\t　，,。退款Ａｱｶﾞ🙂한q\u0307\u200b\u00ad\u202e \r".match(/[\s\S]/gu)!,
);
const anyText = fc.string({ unit: alphabet, maxLength: 40 });
/** The characters regardless of spacing and width: an accepted quote must share them with its place. */
const essence = (text: string) => text.normalize("NFKC").replace(/[\s\u00ad\u200b\u202e\u2060\ufeff]/g, "");

describe("whatever the texts", () => {
  test("what is accepted is there: the place says the same as the quote", () => {
    fc.assert(
      fc.property(anyText, anyText, (quote, text) => {
        const match = findQuote(quote, text, { insideWords: true });
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
        expect(findQuote(quote, text, { insideWords: true }) !== null).toBe(
          wanted !== "" && collapse(text).includes(wanted),
        );
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
        const match = openQuoteSource([text]).find(text.slice(from % (text.length + 1)).slice(0, length % 8));
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
