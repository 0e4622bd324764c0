/** A function that is loaded when it is first called. Before the first one works, what killed processes left is removed. */
export function lazyOperation<Words extends unknown[], Result>(
  load: () => Promise<(...words: Words) => Result | Promise<Result>>,
): (...words: Words) => Promise<Result> {
  return async (...words) => {
    const [operation] = await Promise.all([load(), sweep()]);
    return await operation(...words);
  };
}

async function sweep(): Promise<void> {
  const { sweepFolders } = await import("../files/index.ts");
  await sweepFolders();
}
