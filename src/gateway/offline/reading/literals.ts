/** A text with its quoted parts masked, so that rules about sentences ignore them. */
export interface Masked {
  /** The text with every literal replaced by a mark. */
  text: string;
  literals: string[];
}

const LITERAL =
  /```[^\n]*\n([\s\S]*?)\n?```|`([^`\n]+)`|"([^"\n]*)"|\u201C([^\u201D\n]*)\u201D|(?<=^|[\s(:])'([^'\n]+)'(?!\w)/g;

/** Masks fenced blocks, `code`, "quotes" and 'quotes', but not apostrophes inside words. */
export function maskLiterals(text: string): Masked {
  const literals: string[] = [];
  const masked = text.replace(LITERAL, (_, ...groups: (string | undefined)[]) => {
    const content = groups.slice(0, 5).find((group) => group !== undefined) ?? "";
    return mark(literals.push(content) - 1);
  });
  return { text: masked, literals };
}

/** The literals of a masked part, in order. */
export function literalsIn(part: string, { literals }: Masked): string[] {
  return [...part.matchAll(/\uE000(\d+)\uE001/g)].map(([, index]) => literals[Number(index)] ?? "");
}

/** Restores the literals, without their quotes. */
export function unmask(part: string, { literals }: Masked): string {
  return part.replace(/\uE000(\d+)\uE001/g, (_, index) => literals[Number(index)] ?? "");
}

/** Private-use characters, which occur in no honest text. */
function mark(index: number): string {
  return `\uE000${index}\uE001`;
}
