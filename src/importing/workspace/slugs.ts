/** A name that can be a folder's: letters, digits, `_` and `-`. */
export function slugOf(text: string, otherwise: string): string {
  const slug = text
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9_.-]+/g, "_")
    .replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, "")
    .slice(0, 40)
    .replace(/[^A-Za-z0-9]+$/, "");
  return slug === "" ? otherwise : slug;
}

/** Gives every name once; one that is taken, whatever its case, gets a number. */
export function namesOnce(taken: Iterable<string> = []): (wanted: string) => string {
  const used = new Set([...taken].map((name) => name.toLowerCase()));
  return (wanted) => {
    let name = wanted;
    for (let number = 2; used.has(name.toLowerCase()); number++) name = `${wanted}_${number}`;
    used.add(name.toLowerCase());
    return name;
  };
}
