/** A function that is loaded when it is first called. */
export function lazily<Words extends unknown[], Result>(
  load: () => Promise<(...words: Words) => Result | Promise<Result>>,
): (...words: Words) => Promise<Result> {
  return async (...words) => await (await load())(...words);
}
