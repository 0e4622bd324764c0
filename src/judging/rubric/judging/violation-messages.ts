import type { Violation } from "../../../records/index.ts";
import type { Language } from "./language.ts";

/** The message of each rule for the judge that broke it. `d` is the detail: the found or the expected value. */
const MESSAGES = {
  not_json: {
    en: () => "the answer is not JSON; answer with one complete JSON object",
    zh: () => "回答不是合法的 JSON；请输出一个完整的 JSON 对象",
  },
  fenced_json: {
    en: () => "the JSON is in a Markdown code fence; output the bare JSON object",
    zh: () => "JSON 被放在 Markdown 代码围栏里；请直接输出 JSON 对象",
  },
  text_around_json: {
    en: () => "there is text besides the JSON object; output the JSON object and nothing else",
    zh: () => "JSON 对象之外还有其他文字；只能输出 JSON 对象",
  },
  duplicate_key: {
    en: () => "this key appears more than once in its object; keep one",
    zh: () => "该键在同一对象中重复出现；只保留一个",
  },
  not_an_object: {
    en: (d: string) => `expected an object, found ${d}`,
    zh: (d: string) => `应为一个对象，实际为 ${d}`,
  },
  missing_key: {
    en: () => "this top-level key is missing; the keys are meta, scores, failure_tags, notes",
    zh: () => "缺少该顶层键；顶层键为 meta、scores、failure_tags、notes",
  },
  unknown_key: {
    en: () => "this top-level key is not allowed; the keys are meta, scores, failure_tags, notes",
    zh: () => "不允许出现该顶层键；顶层键只能为 meta、scores、failure_tags、notes",
  },
  meta_changed: {
    en: (d: string) => `meta must be copied exactly as it was given; ${d}`,
    zh: (d: string) => `meta 必须原样照抄；${d}`,
  },
  missing_dimension: {
    en: () => "this dimension of the rubric has no score; score every dimension",
    zh: () => "缺少该维度的评分；必须覆盖 Rubric 的全部维度",
  },
  unknown_dimension: {
    en: (d: string) => `the rubric has no such dimension; its dimensions are ${d}`,
    zh: (d: string) => `Rubric 中没有这个维度；维度为 ${d}`,
  },
  missing_dimension_key: {
    en: () => "this key is missing; a dimension has score, evidence, rationale",
    zh: () => "缺少该键；每个维度必须包含 score、evidence、rationale",
  },
  unknown_dimension_key: {
    en: () => "this key is not allowed; a dimension has score, evidence, rationale and nothing more",
    zh: () => "不允许出现该键；每个维度只能包含 score、evidence、rationale",
  },
  score_not_a_number: {
    en: (d: string) => `the score must be a number, found ${d}`,
    zh: (d: string) => `score 必须是数字，实际为 ${d}`,
  },
  score_not_a_band: {
    en: (d: string) => `the score must be one of the band scores: ${d}`,
    zh: (d: string) => `score 必须是档位分数之一：${d}`,
  },
  evidence_not_a_list: {
    en: (d: string) => `evidence must be a list of texts, found ${d}`,
    zh: (d: string) => `evidence 必须是字符串列表，实际为 ${d}`,
  },
  evidence_not_a_text: {
    en: (d: string) => `every piece of evidence must be a text that is not empty, found ${d}`,
    zh: (d: string) => `每条证据必须是非空字符串，实际为 ${d}`,
  },
  too_much_evidence: {
    en: (d: string) => `give 1 to 3 pieces of evidence, found ${d}`,
    zh: (d: string) => `证据应为 1 至 3 条，实际为 ${d} 条`,
  },
  evidence_too_long: {
    en: (d: string) => `evidence must be short, at most 200 characters; this has ${d}`,
    zh: (d: string) => `证据必须简短，最多 200 个字符；此处有 ${d} 个`,
  },
  evidence_too_short: {
    en: () =>
      "this is too short to show anything; quote at least 4 letters or digits (2 Chinese characters), or a whole line",
    zh: () => "证据太短，说明不了问题；至少引用 2 个汉字（或 4 个字母、数字），或引用完整的一行",
  },
  evidence_from_task: {
    en: () => "this is in the question or the rubric, not in model_output; quote the output, or leave it out",
    zh: () => "该片段出自题目或 Rubric，而不在 model_output 中；请引用输出本身，或不要引用",
  },
  evidence_not_verbatim: {
    en: () => "this is not in model_output word for word; copy whole words character by character, or leave it out",
    zh: () => "该片段并未逐字出现在 model_output 中；请逐字摘取，或不要引用",
  },
  no_evidence_unexplained: {
    en: () => 'without evidence the rationale must say "no relevant evidence found"',
    zh: () => "没有证据时，rationale 必须写明“未找到相关证据”",
  },
  rationale_not_a_text: {
    en: (d: string) => `the rationale must be a text that is not empty, found ${d}`,
    zh: (d: string) => `rationale 必须是非空字符串，实际为 ${d}`,
  },
  failure_tags_not_a_list: {
    en: (d: string) => `failure_tags must be a list, found ${d}`,
    zh: (d: string) => `failure_tags 必须是列表，实际为 ${d}`,
  },
  unknown_failure_tag: {
    en: (d: string) => `only the tags A, B, C, D, E exist, found ${d}`,
    zh: (d: string) => `失败标签只能是 A、B、C、D、E，实际为 ${d}`,
  },
  repeated_failure_tag: {
    en: (d: string) => `the tag ${d} appears twice; name each tag once`,
    zh: (d: string) => `标签 ${d} 重复；每个标签只写一次`,
  },
  notes_not_a_text: {
    en: (d: string) => `notes must be a text, "" if there is nothing to say; found ${d}`,
    zh: (d: string) => `notes 必须是字符串，没有内容就写 ""；实际为 ${d}`,
  },
  notes_too_long: {
    en: (d: string) => `notes are for uncertainty in a sentence or two, at most 600 characters; these have ${d}`,
    zh: (d: string) => `notes 只用一两句话记录不确定之处，最多 600 个字符；此处有 ${d} 个`,
  },
  cross_sample_comparison: {
    en: (d: string) => `${d} compares with another sample; judge this sample alone`,
    zh: (d: string) => `${d} 与其他样本作了比较；只能评价当前样本`,
  },
  variant_speculation: {
    en: (d: string) => `${d} guesses at the prompt or its variant; judge only what the output says`,
    zh: (d: string) => `${d} 在推测提示词或其版本；只能依据输出内容评分`,
  },
} as const;

export type RubricRule = keyof typeof MESSAGES;
export const RUBRIC_RULES = Object.keys(MESSAGES) as RubricRule[];

/** A broken rule in the language the judge was asked in. */
export function violation(language: Language, rule: RubricRule, path: string, detail = ""): Violation {
  return { rule, path, message: MESSAGES[rule][language](detail) };
}

/** The follow-up request to a judge. */
export function askAgainIn(language: Language): (violations: Violation[]) => string {
  return (violations) => {
    const list = violations.map(({ path, message }) => `- ${path ? `\`${path}\`: ` : ""}${message}`).join("\n");
    return language === "zh"
      ? `你的回答不符合输出契约。问题如下：\n${list}\n请重新输出完整且已更正的 JSON 对象，除此之外不要输出任何内容。`
      : `Your answer does not satisfy the contract. What is wrong with it:\n${list}\nAnswer again with the complete corrected JSON object and nothing else.`;
  };
}
