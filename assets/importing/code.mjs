/**
 * Calls a JavaScript assertion as promptfoo does: with the output and a context. Written by `assay import`; yours to change.
 * It runs in Assay's sandbox, and only if the evaluation profile allows hooks.
 */
export async function check(it) {
  const { code, file, export: name, transform, threshold, config, vars } = it.check.arguments;
  const text = it.run.final_output ?? "";
  const context = {
    vars: vars ?? {},
    config,
    prompt: it.case.input.messages.map(({ content }) => content).join("\n\n"),
    test: { vars: vars ?? {}, metadata: it.case.metadata, description: it.case.title },
    providerResponse: { output: text },
  };
  const output = transform === undefined ? text : await evaluate(transform, text, context);
  const result =
    file === undefined ? await evaluate(code, output, context) : await callFile(file, name, output, context);
  return graded(result, threshold);
}

/** One line is an expression; several are the body of a function. */
async function evaluate(code, output, context) {
  const isBody = /\n/.test(code.trim()) || /\breturn\b/.test(code);
  const call = new Function("output", "context", "vars", isBody ? code : `return (${code.trim().replace(/;+$/, "")});`);
  return await call(output, context, context.vars);
}

async function callFile(file, name, output, context) {
  const module = await import(new URL(file, import.meta.url).href);
  const found =
    name === undefined ? (module.default?.default ?? module.default) : (module[name] ?? module.default?.[name]);
  if (typeof found !== "function")
    throw new Error(`${file} exports no function${name === undefined ? "" : ` called ${name}`}`);
  return await found(output, context);
}

/** A boolean, a score, or an object with `pass`, `score` and `reason`. */
function graded(result, threshold) {
  if (typeof result === "boolean") return { passed: result };
  if (typeof result === "number") {
    const passed = threshold === undefined ? result > 0 : result >= threshold;
    return { passed, message: `score ${result}${threshold === undefined ? "" : `, at least ${threshold} needed`}` };
  }
  if (result !== null && typeof result === "object" && typeof result.pass === "boolean")
    return {
      passed: result.pass && (threshold === undefined || (result.score ?? 1) >= threshold),
      message: result.reason || undefined,
    };
  return {
    outcome: "error",
    message: `the assertion returned ${JSON.stringify(result)}, which is neither true or false, a number nor a result`,
  };
}
