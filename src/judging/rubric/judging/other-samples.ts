import { findQuote } from "../../../text/index.ts";
import type { RubricDimensions } from "../samples/sample.ts";
import type { Language } from "./language.ts";

/** Forbidden words of a judge, as written in its text. */
export interface ForbiddenWords {
  rule: "cross_sample_comparison" | "variant_speculation";
  words: string;
}

/** Everything the judge may speak about. */
export interface SpokenOf {
  question: string;
  model_output: string;
  rubric: RubricDimensions;
}

/**
 * Finds passages where a judge compares the sample with others it cannot know, or guesses at the prompt behind it. Words of the
 * sample itself may be repeated: an answer that compares plan A with plan B may be described in those words.
 */
export function findForbiddenWords(text: string, { question, model_output, rubric }: SpokenOf): ForbiddenWords[] {
  const found: ForbiddenWords[] = [];
  // Normalizes full-width letters, and whitespace, because patterns with optional spaces are slow on long runs in a hostile text.
  const plain = text.normalize("NFKC").replace(/\s+/g, " ");
  let sources: string[] | undefined;
  const isChinese = /\p{Script=Han}/u.test(plain);
  for (const [rule, patterns] of [
    ["cross_sample_comparison", COMPARISONS],
    ["variant_speculation", SPECULATIONS],
  ] as const) {
    for (const { language, pattern } of patterns) {
      if (language === "zh" && !isChinese) continue;
      for (const match of plain.matchAll(pattern)) {
        sources ??= [question, model_output, criteriaOf(rubric)];
        const { label, arm, thing } = match.groups ?? {};
        // Words match in any case; a letter that names something is a capital, and `a` is an article.
        if (/[a-z]/.test(label ?? arm ?? "")) continue;
        if (thing !== undefined && isSubjectMatter(thing, `${question}\n${model_output}`)) continue;
        if (label !== undefined && sources.some((source) => speaksOf(label, source))) continue;
        if (sources.some((source) => findQuote(match[0], source, { ignoreCase: true, insideWords: true }))) continue;
        found.push({ rule, words: match[0].trim() });
      }
    }
  }
  return found;
}

/** The words of a rubric without the names of its dimensions: a dimension A is no sample A, and must not excuse "better than A". */
function criteriaOf({ dimensions }: RubricDimensions): string {
  return dimensions
    .flatMap(({ definition, bands }) => [definition, ...bands.map(({ criteria }) => criteria)])
    .join("\n");
}

/** A bare `A` to `H`. Not `I`, which is a word, no number ("longer than 3 lines" compares with no sample), and no C++. */
const BARE = "[“「\"']?(?<label>[A-H])(?![A-Za-z0-9'’+#-])[”」\"']?";
/** A name after its kind: 样本 3, version B. */
const NAMED = "\\s*[“「\"']?(?<label>[A-Z]|[0-9]{1,3})(?![A-Za-z0-9'’])[”」\"']?";

const ZH_THING = "(?:样本|样例|回答|答案|输出|版本|变体|模型|候选|提示词)";
const ZH_LABELLED = [`${BARE}\\s*(?:${ZH_THING}|组|版)?`, `${ZH_THING}${NAMED}`];
const ZH_WHICH = "(?:其他|其它|另一|另外|别的|上一|前一|下一|之前|先前|前面|其余)(?:的|几|一|个|条|份|组|些)*";
const ZH_OTHER = `${ZH_WHICH}(?<thing>${ZH_THING})`;
/** A required baseline is not another answer: 基线要求. */
const ZH_BASELINE = "(?:基线|baseline|对照组|实验组)(?!要求|水平|标准|分)";
const ZH_ABOVE = "(?:优于|好于|高于|强于|胜过|胜于|差于|低于|弱于|逊于|不如|不及|比|(?<!比)较)";
const ZH_WITH = "(?:与|和|跟|同|较|相比于?|相较于?|对比|比起|不同于|不像|类似于?|如同)";

const EN_THING =
  "(?:samples?|responses?|answers?|outputs?|variants?|versions?|models?|candidates?|submissions?|prompts?)";
const EN_LABELLED = [`(?:the )?${BARE}`, `(?:the )?${EN_THING} ${NAMED}`];
const EN_WHICH = "(?:other|another|previous|prior|earlier|preceding|next|remaining|alternative)";
const EN_OTHER = `(?:the |any |all |most )?${EN_WHICH} (?<thing>${EN_THING})`;
const EN_BASELINE = `(?:the )?baseline(?= ${EN_THING}|\\s*[,.;:)]|$)`;
const EN_DEGREE = "(?:better|worse|stronger|weaker|clearer|longer|shorter|higher|lower|(?:more|less) [a-z]+)";
const EN_COMPARED = `(?:(?:compar(?:ed|ing|es?)|in comparison|relative|in contrast|as opposed|superior|inferior) (?:to|with|against)|${EN_DEGREE} than|(?:similar|identical|equal) to|(?:the )?same as|differ(?:s|ent) from|as [a-z]+ as|unlike|(?:outperform|surpass|beat)(?:s|ed|es|ing)?|versus|vs\\.?)(?: in)?`;

/** Every Chinese pattern contains a Chinese character, so texts without one need not be searched. */
interface Forbidden {
  language: Language;
  pattern: RegExp;
}

const zh = (pattern: string): Forbidden => ({ language: "zh", pattern: new RegExp(pattern, "gi") });
const en = (pattern: string): Forbidden => ({ language: "en", pattern: new RegExp(`\\b${pattern}`, "gi") });

const COMPARISONS: readonly Forbidden[] = [
  ...ZH_LABELLED.flatMap((labelled) => [
    zh(`(?:与|和|跟|同|较)\\s*${labelled}\\s*(?:相比|相较|比较|对比|比)`),
    zh(`(?:相比于?|相较于?|对比|比起)\\s*${labelled}(?=[，,。；;\\s更]|$)`),
    zh(`${ZH_ABOVE}\\s*${labelled}(?=\\s*(?:更|要|好|差|强|弱|[，,。；;]|$))`),
  ]),
  zh(`${BARE}\\s*(?:${ZH_THING}|组|版)?\\s*更(?:好|差|优|强|弱)`),
  zh(`(?:${ZH_WITH}|${ZH_ABOVE})\\s*(?:${ZH_OTHER}|${ZH_BASELINE})`),
  zh(`${ZH_WHICH}(?:样本|样例|候选|回答)(?=\\s*(?:更|都|也|则|却|没有|做到|得分))`),
  ...EN_LABELLED.map((labelled) => en(`${EN_COMPARED} ${labelled}`)),
  en(`${BARE} (?:is|was|does|did) (?:much )?${EN_DEGREE}`),
  en(`${EN_COMPARED} ${EN_OTHER}`),
  en(`${EN_COMPARED} ${EN_BASELINE}`),
  en(
    `(?:the ${EN_WHICH}|another) (?:sample|response|candidate|submission)s? (?:is|was|are|were|does|did|do|has|had|scored|gave|got)`,
  ),
];

const ZH_MAYBE = "(?:可能|大概|应该|似乎|或许|想必|显然)";
const ZH_PROMPT = "(?:提示词|系统提示|prompt)";
const EN_ARM = "(?:baseline|control|treatment)";
const EN_IS = "(?:is|be|from|like|likely|probably|presumably)";

const SPECULATIONS: readonly Forbidden[] = [
  zh(
    `(?:这是|属于|应该是|应为|可能是|大概是|推测是|推断是|看来是|似乎是|像是?|来自)\\s*(?:${ZH_BASELINE}|(?<arm>[AB])\\s*(?:组|版本?|变体))`,
  ),
  zh(`(?:推测|推断|猜测|猜想)[^，。；,;]{0,8}${ZH_PROMPT}`),
  zh(`${ZH_MAYBE}(?:是|由|来自|使用|采用|用)[^，。；,;]{0,10}${ZH_PROMPT}`),
  zh(`${ZH_PROMPT}${ZH_MAYBE}`),
  zh("提示词(?:版本|变体)"),
  en("prompt[_ ]variant"),
  en(`${EN_IS} (?:the )?${EN_ARM} (?:prompt|variant|version|condition|group|arm)`),
  en(`(?:seems?|appears?|looks?) (?:to be|like) (?:the )?${EN_ARM}`),
  en(`${EN_IS} (?:prompt |variant |version )(?<arm>[A-E])(?![A-Za-z0-9])`),
  en("(?:produced|generated|written) (?:by|with|from|under) (?:the |an? )?(?:[a-z]+ )?prompt"),
  en("the (?:system )?prompt (?:must|probably|likely|presumably|apparently|(?:may|might|seems? to) have)"),
];

/**
 * True for the sample's own topic: "better than the other models" in an answer about phones is about phones. Excludes words that
 * apply to every sample: answers, responses and outputs.
 */
function isSubjectMatter(thing: string, sample: string): boolean {
  if (/^(?:answer|response|output|回答|答案|输出)/i.test(thing)) return false;
  return sample.toLowerCase().includes(thing.toLowerCase().replace(/s$/, ""));
}

/**
 * True if the source itself uses the letter as a name: option (A), "A", A 与 B, 方案A. Any single capital is a name, except `A`,
 * which may be an article. A number is no sign, since numbers are everywhere.
 */
function speaksOf(label: string, source: string): boolean {
  if (/\d/.test(label)) return false;
  if (label !== "A") return new RegExp(`(?<!\\w)${label}(?!\\w)`).test(source);
  return [
    /[(（"“「'[]A[)）"”」'\]]/,
    /(?<!\w)A[.):：、）](?!\d)/,
    /(?:option|choice|plan|method|approach|case|group|team|answer|step|version|方案|选项|方法|选择|情况|步骤)\s*A(?!\w)/i,
    /(?<!\w)A\s*(?:and|or|vs\.?|与|和|或|、|\/)\s*[B-Z](?!\w)/,
    /(?<!\w)[B-Z]\s*(?:and|or|vs\.?|与|和|或|、|\/)\s*A(?!\w)/,
    /\p{Script=Han}\s*A\s*\p{Script=Han}/u,
  ].some((pattern) => pattern.test(source));
}
