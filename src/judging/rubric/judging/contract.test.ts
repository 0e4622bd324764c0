import { describe, expect, test } from "vitest";
import { type RubricAnswer, rubricContract, type ShownSample } from "./contract.ts";
import type { Language } from "./language.ts";
import { RUBRIC_RULES, violation } from "./violation-messages.ts";

const META = {
  run_id: "id-1",
  model: "id-2",
  prompt_variant: "id-3",
  eval_set_variant: "id-4",
  question_id: "id-5",
};

const SHOWN: Record<Language, ShownSample> = {
  en: {
    meta: META,
    question: "May a customer return a broken kettle after ten days?",
    model_output: "Yes. A full refund is due within\n14 days. Plan A costs nothing, plan B costs 5 USD.",
    rubric: {
      dimensions: [dimension("accuracy", "States the policy correctly"), dimension("format", "Short and plain")],
    },
  },
  zh: {
    meta: META,
    question: "水壶坏了，十天后还能退吗？",
    model_output: "可以。十四天内可以全额\n退款。方案A免费，方案B收五元。",
    rubric: { dimensions: [dimension("accuracy", "是否正确说明政策"), dimension("format", "是否简洁")] },
  },
};

function dimension(id: string, definition: string) {
  const bands = [0, 1, 2].map((score) => ({ score, criteria: `${definition} ${score}` }));
  return { id, name: id, scale: "0-2", definition, bands };
}

const WORDS = {
  en: { quote: "full refund is due", why: "It names the deadline.", none: "No relevant evidence found." },
  zh: { quote: "可以全额退款", why: "写明了期限。", none: "未找到相关证据。" },
};

// biome-ignore lint/suspicious/noExplicitAny: the tests break the answer in every possible way
type Broken = any;

function goodAnswer(language: Language): Broken {
  const { quote, why, none } = WORDS[language];
  return {
    meta: { ...META },
    scores: {
      accuracy: { score: 2, evidence: [quote], rationale: why },
      format: { score: 0, evidence: [], rationale: none },
    },
    failure_tags: ["B"],
    notes: "",
  };
}

function check(language: Language, text: string) {
  return rubricContract(SHOWN[language], language).check(text);
}

function rulesBroken(language: Language, text: string): string[] {
  const result = check(language, text);
  return result.ok ? [] : result.violations.map(({ rule, path }) => (path ? `${rule} ${path}` : rule));
}

const LANGUAGES = ["en", "zh"] as const;

describe.each(LANGUAGES)("a good answer in %s is accepted", (language) => {
  const variants: [string, (answer: Broken) => unknown][] = [
    ["as the contract asks for it", () => {}],
    ["with three pieces of evidence", (a) => (a.scores.accuracy.evidence = Array(3).fill(WORDS[language].quote))],
    ["with no failure tag", (a) => (a.failure_tags = [])],
    ["with all failure tags", (a) => (a.failure_tags = ["A", "B", "C", "D", "E"])],
    ["with a note", (a) => (a.notes = "?")],
    ["with keys in another order", (a) => (a.meta = Object.fromEntries(Object.entries(META).reverse()))],
    [
      "without any evidence, said in the other language",
      (a) => {
        a.scores.format.rationale = WORDS[language === "en" ? "zh" : "en"].none;
      },
    ],
  ];
  test.each(variants)("%s", (_, change) => {
    const answer = goodAnswer(language);
    change(answer);
    expect(rulesBroken(language, JSON.stringify(answer))).toEqual([]);
  });

  test("with whitespace around it", () => {
    expect(rulesBroken(language, `\n  ${JSON.stringify(goodAnswer(language), null, 2)}\n`)).toEqual([]);
  });

  test("with a whole line of the output that is as short as it is", () => {
    const short = language === "en" ? "42" : "是";
    const answer = goodAnswer(language);
    answer.scores.accuracy.evidence = [short];
    const shown = { ...SHOWN[language], model_output: `${short}\n${SHOWN[language].model_output}` };
    expect(rubricContract(shown, language).check(JSON.stringify(answer)).ok).toBe(true);
  });

  test("and its evidence has the place in the original output", () => {
    const result = check(language, JSON.stringify(goodAnswer(language)));
    const { scores } = (result as { answer: RubricAnswer }).answer;
    const [evidence] = scores.accuracy!.evidence;
    expect(SHOWN[language].model_output.slice(evidence!.start, evidence!.end).replace("\n", "")).toBe(
      WORDS[language].quote,
    );
  });
});

describe("evidence in English", () => {
  const output = "Use `npm test` and say “done”. It costs 1250 euros; we are unable to comply with **all** of it.";
  const evidenceOf = (quote: string) => {
    const answer = goodAnswer("en");
    answer.scores.accuracy.evidence = [quote];
    const result = rubricContract({ ...SHOWN.en, model_output: output }, "en").check(JSON.stringify(answer));
    return result.ok ? result.answer.scores.accuracy!.evidence : result.violations.map(({ rule }) => rule);
  };

  test("says where it was found and what copying changed", () => {
    expect(evidenceOf('npm test and say "done"')).toEqual([
      {
        quote: 'npm test and say "done"',
        place: "answer",
        start: 5,
        end: 29,
        artefacts: ["markdown", "quotation_marks"],
      },
    ]);
    expect(evidenceOf("Use `npm test` and")).toMatchObject([{ artefacts: [] }]);
  });

  test.each([
    "costs 125",
    "able to comply",
    "unable to comply with none",
    "costs 1251 euros",
    "Use … done",
    "USE `npm test`",
  ])("%s is not verbatim", (quote) => expect(evidenceOf(quote)).toEqual(["evidence_not_verbatim"]));
});

const LONG = "x".repeat(201);

describe.each(LANGUAGES)("in %s, breaking one rule is named as that rule:", (language) => {
  const inText: [string, (json: string) => string, string[]][] = [
    ["prose instead of JSON", () => "I give it two points.", ["not_json"]],
    ["nothing at all", () => "", ["not_json"]],
    ["JSON that was cut off", (json) => json.slice(0, -20), ["not_json"]],
    ["a code fence", (json) => `\`\`\`json\n${json}\n\`\`\``, ["fenced_json"]],
    ["text before the JSON", (json) => `Here it is: ${json}`, ["text_around_json"]],
    ["text after the JSON", (json) => `${json}\nDone.`, ["text_around_json"]],
    ["two JSON objects", (json) => `${json}\n${json}`, ["text_around_json"]],
    ["a key twice", (json) => json.replace('"notes":', '"notes":"x","notes":'), ["duplicate_key notes"]],
    [
      "a score twice",
      (json) => json.replace('"score":2', '"score":0,"score":2'),
      ["duplicate_key scores.accuracy.score"],
    ],
    ["a list", (json) => `[${json}]`, ["not_an_object"]],
    ["a bare word", () => "null", ["not_an_object"]],
  ];
  test.each(inText)("%s", (_, change, rules) => {
    expect(rulesBroken(language, change(JSON.stringify(goodAnswer(language))))).toEqual(rules);
  });

  const inValue: [string, (answer: Broken) => unknown, string[]][] = [
    ["a missing top-level key", (a) => delete a.notes, ["missing_key notes"]],
    ["an extra top-level key", (a) => (a.overall = 2), ["unknown_key overall"]],
    ["meta that is no object", (a) => (a.meta = "id-1"), ["not_an_object meta"]],
    ["a changed label", (a) => (a.meta.model = "gpt"), ["meta_changed meta.model"]],
    ["a label in another type", (a) => (a.meta.run_id = 1), ["meta_changed meta.run_id"]],
    ["a missing label", (a) => delete a.meta.question_id, ["meta_changed meta.question_id"]],
    ["an extra label", (a) => (a.meta.judge = "me"), ["meta_changed meta.judge"]],
    ["scores as a list", (a) => (a.scores = []), ["not_an_object scores"]],
    ["a dimension left out", (a) => delete a.scores.format, ["missing_dimension scores.format"]],
    [
      "a dimension of its own",
      (a) => (a.scores.style = { score: 1, evidence: [], rationale: WORDS[language].none }),
      ["unknown_dimension scores.style"],
    ],
    ["a bare number for a dimension", (a) => (a.scores.format = 1), ["not_an_object scores.format"]],
    [
      "a missing rationale",
      (a) => delete a.scores.accuracy.rationale,
      ["missing_dimension_key scores.accuracy.rationale"],
    ],
    [
      "an extra key in a dimension",
      (a) => (a.scores.format.weight = 1),
      ["unknown_dimension_key scores.format.weight"],
    ],
    ["a score as text", (a) => (a.scores.format.score = "2"), ["score_not_a_number scores.format.score"]],
    ["no score", (a) => (a.scores.format.score = null), ["score_not_a_number scores.format.score"]],
    ["a score between bands", (a) => (a.scores.format.score = 1.5), ["score_not_a_band scores.format.score"]],
    ["a score beyond the bands", (a) => (a.scores.format.score = 3), ["score_not_a_band scores.format.score"]],
    [
      "evidence as one text",
      (a) => (a.scores.accuracy.evidence = WORDS[language].quote),
      ["evidence_not_a_list scores.accuracy.evidence"],
    ],
    [
      "evidence that is no text",
      (a) => (a.scores.accuracy.evidence = [3]),
      ["evidence_not_a_text scores.accuracy.evidence[0]"],
    ],
    [
      "an empty snippet",
      (a) => (a.scores.accuracy.evidence = [" "]),
      ["evidence_not_a_text scores.accuracy.evidence[0]"],
    ],
    [
      "four pieces of evidence",
      (a) => (a.scores.accuracy.evidence = Array(4).fill(WORDS[language].quote)),
      ["too_much_evidence scores.accuracy.evidence"],
    ],
    [
      "a paraphrase",
      (a) => (a.scores.accuracy.evidence = [WORDS[language].quote, "money back 退钱"]),
      ["evidence_not_verbatim scores.accuracy.evidence[1]"],
    ],
    [
      "a quote from the question",
      (a) => (a.scores.accuracy.evidence = [SHOWN[language].question]),
      ["evidence_from_task scores.accuracy.evidence[0]"],
    ],
    [
      "a quote from the rubric",
      (a) => (a.scores.accuracy.evidence = [SHOWN[language].rubric.dimensions[0]!.definition]),
      ["evidence_from_task scores.accuracy.evidence[0]"],
    ],
    [
      "a snippet of only invisible characters",
      (a) => (a.scores.accuracy.evidence = ["\u200b\u2800\u3164\u2060 "]),
      ["evidence_not_a_text scores.accuracy.evidence[0]"],
    ],
    [
      "a snippet of one letter that stands there",
      (a) => (a.scores.accuracy.evidence = [language === "en" ? "A" : "内"]),
      ["evidence_too_short scores.accuracy.evidence[0]"],
    ],
    [
      "a snippet of punctuation that stands there",
      (a) => (a.scores.accuracy.evidence = [language === "en" ? "." : "。"]),
      ["evidence_too_short scores.accuracy.evidence[0]"],
    ],
    [
      "a rationale of only invisible characters",
      (a) => (a.scores.accuracy.rationale = "\u200b\u2800"),
      ["rationale_not_a_text scores.accuracy.rationale"],
    ],
    [
      "a long invented snippet",
      (a) => (a.scores.accuracy.evidence = [LONG]),
      ["evidence_too_long scores.accuracy.evidence[0]", "evidence_not_verbatim scores.accuracy.evidence[0]"],
    ],
    [
      "no evidence, and no word about it",
      (a) => (a.scores.format.rationale = WORDS[language].why),
      ["no_evidence_unexplained scores.format.rationale"],
    ],
    [
      "an empty rationale",
      (a) => (a.scores.accuracy.rationale = "  "),
      ["rationale_not_a_text scores.accuracy.rationale"],
    ],
    ["failure tags as text", (a) => (a.failure_tags = "A"), ["failure_tags_not_a_list failure_tags"]],
    [
      "a failure tag that does not exist",
      (a) => (a.failure_tags = ["A", "F"]),
      ["unknown_failure_tag failure_tags[1]"],
    ],
    ["a failure tag in lower case", (a) => (a.failure_tags = ["a"]), ["unknown_failure_tag failure_tags[0]"]],
    ["a failure tag twice", (a) => (a.failure_tags = ["A", "A"]), ["repeated_failure_tag failure_tags[1]"]],
    ["no notes", (a) => (a.notes = null), ["notes_not_a_text notes"]],
    ["notes that are an essay", (a) => (a.notes = "x".repeat(601)), ["notes_too_long notes"]],
  ];
  test.each(inValue)("%s", (_, change, rules) => {
    const answer = goodAnswer(language);
    change(answer);
    expect(rulesBroken(language, JSON.stringify(answer))).toEqual(rules);
  });

  test("all broken rules are named at once", () => {
    const answer = goodAnswer(language);
    answer.scores.format.score = 7;
    answer.failure_tags = ["Z"];
    delete answer.meta.model;
    expect(rulesBroken(language, JSON.stringify(answer))).toEqual([
      "meta_changed meta.model",
      "score_not_a_band scores.format.score",
      "unknown_failure_tag failure_tags[0]",
    ]);
  });
});

describe("comparing with other samples is a violation", () => {
  test.each([
    ["en", "Clear, compared to A."],
    ["en", "It is better than B in every way."],
    ["en", "Worse than the previous response."],
    ["en", "Unlike the other answers, it is short."],
    ["en", "Relative to the baseline, it is fine."],
    ["en", "More detailed than sample 3."],
    ["en", "In comparison with Version C it is weak."],
    ["en", "Better than the alternative response."],
    ["en", "The other response is better."],
    ["en", "The previous sample scored higher."],
    ["en", "It is as good as B and similar to the other answer."],
    ["en", "More complete than the B version."],
    ["en", "Compared against B it is short; B is better."],
    ["en", "It outperformed B, beats Response C and is worse than in sample 2."],
    ["zh", "与 A 相比，更清楚。"],
    ["zh", "与B相比较为简洁"],
    ["zh", "比 C 更好。"],
    ["zh", "优于其他样本。"],
    ["zh", "和上一个回答相比更完整。"],
    ["zh", "不如基线版本。"],
    ["zh", "相较于样本 2，更简洁。"],
    ["zh", "跟 baseline 相比没有进步"],
    ["zh", "较 B 更好，与C版相比也好。"],
    ["zh", "相比之下，D 更好。"],
    ["zh", "另一个样本更好。"],
    ["zh", "其他回答都没有做到。"],
    ["zh", "跟B比更短。"],
    ["zh", "不像其他回答那样啰嗦。"],
    ["zh", "与Ｂ相比，更简洁。"],
  ] as const)("%s: %s", (language, rationale) => {
    const shown = {
      ...SHOWN[language],
      model_output: SHOWN[language].model_output.split("方案")[0]!.split("Plan")[0]!,
    };
    const answer = goodAnswer(language);
    answer.scores.accuracy.rationale = rationale;
    const result = rubricContract(shown, language).check(JSON.stringify(answer));
    expect(result.ok ? [] : [...new Set(result.violations.map(({ rule }) => rule))]).toEqual([
      "cross_sample_comparison",
    ]);
  });

  test("in notes as well", () => {
    const answer = { ...goodAnswer("en"), notes: "Longer than the other outputs." };
    expect(rulesBroken("en", JSON.stringify(answer))).toEqual(["cross_sample_comparison notes"]);
  });
});

describe("a rubric whose dimensions are called A and B", () => {
  const shownIn = (language: Language): ShownSample => ({
    ...SHOWN[language],
    model_output: SHOWN[language].model_output.split("方案")[0]!.split("Plan")[0]!,
    rubric: { dimensions: [dimension("A", "States the policy correctly"), dimension("B", "Short and plain")] },
  });
  const rulesOf = (language: Language, rationale: string, shown = shownIn(language)) => {
    const { quote, none } = WORDS[language];
    const scores = {
      A: { score: 2, evidence: [quote], rationale },
      B: { score: 0, evidence: [], rationale: none },
    };
    const result = rubricContract(shown, language).check(JSON.stringify({ ...goodAnswer(language), scores }));
    return result.ok ? [] : result.violations.map(({ rule }) => rule);
  };

  test.each([
    ["en", "Better than B."],
    ["en", "Compared to A, it is shorter."],
    ["en", "Longer than version B."],
    ["zh", "与 A 相比更好。"],
    ["zh", "优于B，更简洁。"],
  ] as const)("still has to be used without comparing: %s, %s", (language, rationale) => {
    expect(rulesOf(language, rationale)).toEqual(["cross_sample_comparison"]);
  });

  test("may be spoken about", () => {
    expect(rulesOf("en", "Dimension A asks for the policy, and it is stated.")).toEqual([]);
  });

  test("may compare where its criteria do", () => {
    const shown = shownIn("en");
    shown.rubric.dimensions[0]!.definition = "Whether option (A) is set against option (B)";
    expect(rulesOf("en", "It finds (A) better than B.", shown)).toEqual([]);
  });
});

describe("guessing at the prompt or its variant is a violation", () => {
  test.each([
    ["en", "This is probably the baseline prompt."],
    ["en", "The system prompt must have asked for it."],
    ["en", "The prompt_variant suggests so."],
    ["zh", "应该是基线。"],
    ["zh", "推测提示词要求简短。"],
    ["zh", "可能是 A 组。"],
    ["zh", "看起来像基线版本。"],
    ["zh", "可能使用了改进后的提示词。"],
    ["en", "This seems to be the baseline."],
    ["en", "It looks like variant A."],
    ["en", "Clearly produced by the improved prompt."],
  ] as const)("%s: %s", (language, rationale) => {
    const answer = goodAnswer(language);
    answer.scores.accuracy.rationale = rationale;
    expect(new Set(rulesBroken(language, JSON.stringify(answer)))).toEqual(
      new Set(["variant_speculation scores.accuracy.rationale"]),
    );
  });
});

describe("speaking about the sample itself is no comparison", () => {
  test.each([
    ["en", "It says what plan A costs compared to B."],
    ["en", "The answer is longer than 3 lines and better than expected."],
    ["en", "The deadline is compared to the policy and found right."],
    ["en", "Meets the baseline requirement of the band."],
    ["en", "It gives no other answer."],
    ["en", "Lower than I hoped, but higher than a mere guess."],
    ["en", "Two versions are offered in the output."],
    ["en", "It is more precise than A-level texts, and C++ is compared to C#."],
    ["en", "The prompt may be read in two ways."],
    ["zh", "高于基线要求。"],
    ["zh", "输出可能回应了提示词，但没有说明。"],
    ["zh", "与档位 2 相比，缺少解释。"],
    ["zh", "比较清楚，与题目要求一致。"],
    ["zh", "说明了方案A与 B 相比的费用。"],
    ["zh", "得分高于 1 分的要求，没有给出其他答案。"],
    ["zh", "与政策相比没有出入。"],
    ["zh", "相比之下期限写得更清楚。"],
  ] as const)("%s: %s", (language, rationale) => {
    const answer = goodAnswer(language);
    answer.scores.accuracy.rationale = rationale;
    expect(rulesBroken(language, JSON.stringify(answer))).toEqual([]);
  });

  test("what the sample is about may be compared, unless it is called what every sample is called", () => {
    const shown = { ...SHOWN.en, model_output: "A full refund is due. This model of kettle lasts; so says my answer." };
    const broken = (rationale: string) => {
      const answer = goodAnswer("en");
      answer.scores.accuracy.rationale = rationale;
      const result = rubricContract(shown, "en").check(JSON.stringify(answer));
      return !result.ok && result.violations.some(({ rule }) => rule === "cross_sample_comparison");
    };
    expect(broken("It says that it lasts longer than other models.")).toBe(false);
    expect(broken("It is shorter than other answers.")).toBe(true);
  });

  test("words that stand in the output may be repeated", () => {
    const shown = { ...SHOWN.en, model_output: "A full refund is due. Compared to the other answers, this is short." };
    const answer = goodAnswer("en");
    answer.scores.accuracy.rationale = "It boasts: compared to the other answers, this is short.";
    expect(rubricContract(shown, "en").check(JSON.stringify(answer)).ok).toBe(true);
  });
});

test("a judge is told in its own language what was wrong", () => {
  const askAgain = (language: Language) => {
    const contract = rubricContract(SHOWN[language], language);
    const result = contract.check(JSON.stringify({ ...goodAnswer(language), failure_tags: ["Z"] }));
    return contract.askAgain!(result.ok ? [] : result.violations);
  };
  expect(askAgain("en")).toContain('- `failure_tags[0]`: only the tags A, B, C, D, E exist, found "Z"');
  expect(askAgain("zh")).toContain('- `failure_tags[0]`: 失败标签只能是 A、B、C、D、E，实际为 "Z"');
});

test("a dimension called like a built-in is an ordinary dimension", () => {
  const rubric = { dimensions: [dimension("constructor", "x"), dimension("__proto__", "y")] };
  const shown = { ...SHOWN.en, rubric };
  expect(rubricContract(shown, "en").check('{"meta":{},"scores":{},"failure_tags":[],"notes":""}')).toMatchObject({
    violations: expect.arrayContaining([
      expect.objectContaining({ rule: "missing_dimension", path: "scores.constructor" }),
      expect.objectContaining({ rule: "missing_dimension", path: "scores.__proto__" }),
    ]),
  });
});

test("a rationale with a million spaces is checked in no time", () => {
  const answer = goodAnswer("en");
  answer.scores.accuracy.rationale = `compared to sample${" ".repeat(1_000_000)}x 与${" ".repeat(1_000_000)}`;
  expect(rulesBroken("en", JSON.stringify(answer))).toEqual([]);
});

test("hostile depth does not crash the check", () => {
  expect(rulesBroken("en", "[".repeat(100_000))).toEqual(["not_json"]);
});

test.each(RUBRIC_RULES)("%s is explained in the language the judge was asked in", (rule) => {
  expect(violation("zh", rule, "", "").message).toMatch(/\p{Script=Han}/u);
  expect(violation("en", rule, "", "").message).toMatch(/^[\x20-\x7e]+$/);
});
