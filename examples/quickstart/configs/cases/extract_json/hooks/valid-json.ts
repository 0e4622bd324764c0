interface Subject {
  run: { final_output: string | null };
}

/** The answer as a whole is a JSON object with the four keys, and what is not known is null. */
export function check({ run }: Subject) {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(run.final_output ?? "");
  } catch {
    return { passed: false, message: "the answer is not JSON", seen: run.final_output };
  }
  const missing = ["name", "city", "age", "email"].filter((key) => !(key in value));
  if (missing.length > 0) return { passed: false, message: `keys missing: ${missing.join(", ")}`, seen: value };
  return { passed: value.age === 34 && value.email === null, message: `age ${value.age}, email ${value.email}`, seen: value };
}
