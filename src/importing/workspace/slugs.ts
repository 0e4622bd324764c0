/** A name usable as a folder: letters, digits, `_` and `-`. */
export function slugify(text: string, otherwise: string): string {
  const slug = text
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9_.-]+/g, "_")
    .replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, "")
    .slice(0, 40)
    .replace(/[^A-Za-z0-9]+$/, "");
  return slug === "" ? otherwise : slug;
}

/** Makes names unique: a taken one, in whatever case, gets a number. */
export function createUniqueNamer(taken: Iterable<string> = []): (wanted: string) => string {
  const used = new Set([...taken].map((name) => name.toLowerCase()));
  return (wanted) => {
    let name = wanted;
    for (let number = 2; used.has(name.toLowerCase()); number++) name = `${wanted}_${number}`;
    used.add(name.toLowerCase());
    return name;
  };
}
