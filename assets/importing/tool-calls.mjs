/**
 * Checks on which tools were called, and in which order. Written by `assay import`; yours to change.
 * `mode`: `f1` compares the sets of names, `in_order` and `exact` the sequence, `count` how many calls match a pattern.
 */
export function check(it) {
  const { mode, names = [], pattern = "*", min, max, threshold = 1 } = it.check.arguments;
  const called = it.run.trace.filter(({ kind }) => kind === "tool_call").map(({ tool_name }) => tool_name);
  const shown = called.length === 0 ? "no tool was called" : `called: ${called.join(", ")}`;
  if (mode === "f1") {
    const score = f1(new Set(called), new Set(names));
    return { passed: score >= threshold, message: `F1 ${score.toFixed(3)}, at least ${threshold} needed; ${shown}` };
  }
  if (mode === "exact") return { passed: JSON.stringify(called) === JSON.stringify(names), message: shown };
  if (mode === "in_order") {
    let next = 0;
    for (const name of called) if (name === names[next]) next += 1;
    return { passed: next === names.length, message: shown };
  }
  const matching = called.filter((name) => glob(pattern).test(name)).length;
  return {
    passed: matching >= (min ?? 0) && matching <= (max ?? Infinity),
    message: `${matching} calls match ${pattern}; ${shown}`,
  };
}

export function f1(actual, expected) {
  if (actual.size === 0 && expected.size === 0) return 1;
  const both = [...actual].filter((name) => expected.has(name)).length;
  return (2 * both) / (actual.size + expected.size);
}

function glob(pattern) {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "i");
}
