export function check({ run }) {
  const answer = (run.final_output ?? "").trim();
  return { passed: /^[A-Z]+$/.test(answer), message: `expected one word in capitals, got: ${answer.slice(0, 80)}` };
}
