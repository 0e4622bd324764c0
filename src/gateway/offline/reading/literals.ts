/** A text whose quoted parts are set aside, so that rules about sentences do not trip over what stands in quotes. */
export interface Masked {
  /** The text with every literal replaced by a mark. */
  text: string;
  literals: string[];
}

const LITERAL =
  /```[^\n]*\n([\s\S]*?)\n?```|`([^`\n]+)`|"([^"\n]*)"|\u201C([^\u201D\n]*)\u201D|(?<=^|[\s(:])'([^'\n]+)'(?!\w)/g;

/** Sets aside fenced blocks, `code`, "quotes" and 'quotes'; an apostrophe inside a word is none. */
export function maskLiterals(text: string): Masked {
  const literals: string[] = [];
  const masked = text.replace(LITERAL, (_, ...groups: (string | undefined)[]) => {
    const content = groups.slice(0, 5).find((group) => group !== undefined) ?? "";
    return mark(literals.push(content) - 1);
  });
  return { text: masked, literals };
}

/** The literals that stand in a masked part, in order. */
export function literalsIn(part: string, { literals }: Masked): string[] {
  return [...part.matchAll(/\uE000(\d+)\uE001/g)].map(([, index]) => literals[Number(index)] ?? "");
}

/** Puts the literals back, without their quotes. */
export function unmask(part: string, { literals }: Masked): string {
  return part.replace(/\uE000(\d+)\uE001/g, (_, index) => literals[Number(index)] ?? "");
}

/** Private-use characters: they stand in no honest text. */
function mark(index: number): string {
  return `\uE000${index}\uE001`;
}
