import type { OfflineProgram } from "./program.ts";
import { readShape } from "./reading/answer-shape.ts";
import { type Combine, findCalculation } from "./reading/arithmetic.ts";
import { knownFact } from "./reading/facts.ts";
import { passagesOf } from "./reading/passages.ts";
import type { Step } from "./reading/steps.ts";
import { readTask, type Task } from "./reading/task.ts";
import { callFor } from "./tool-use.ts";

/**
 * The subject that cuts corners: it does only the first step and claims the rest, calculates roughly, reads the first sentence of
 * a source, ignores the required form, and invents missing facts.
 */
export const hasty: OfflineProgram = ({ messages, tools = [] }) => {
  const task = readTask(messages);
  const [first] = task.steps;
  if (!first) return { content: `Sure! ${answerRoughly(task)}` };
  const content = first.kind === "write" ? (first.content ?? "done") : "";
  const call = task.results.length === 0 && first.kind === "write" ? callFor(first, content, tools) : null;
  if (call) return { content: null, tool_calls: [call] };
  return { content: `All done! ${task.steps.map(claim).join(" ")} Everything works as expected.` };
};

/** Claims that a step was done, with an invented result. */
function claim(step: Step): string {
  switch (step.kind) {
    case "write":
      return `I created ${step.path}.`;
    case "read":
      return `I read ${step.path} and its content is correct.`;
    case "list":
      return "The folder holds README.md and main.py.";
    case "run":
      return `I ran \`${step.command}\` and it printed "OK".`;
    case "search":
      return "The first results all confirm it.";
  }
}

function answerRoughly(task: Task): string {
  const calculation = findCalculation(task.instruction, { combine: roughly, precedence: false });
  const shape = readShape(task.rules);
  if (shape.json) {
    const [key = "answer"] = shape.json;
    return `Here is the JSON you asked for:\n\n\`\`\`json\n{ "${key}": ${calculation?.value ?? '"see above"'} }\n\`\`\`\n\nLet me know if you need the rest.`;
  }
  if (calculation) return `That's about ${calculation.value}.`;
  const [sentence] = passagesOf(task.sources);
  if (sentence) {
    const beginning = sentence.text
      .split(/\s+/)
      .slice(0, 7)
      .join(" ")
      .replace(/[.,;]$/, "");
    return `In short: ${beginning}, and everything else goes on as usual. The whole team is happy with it.`;
  }
  return knownFact(task.instruction)?.text ?? invent(task.instruction);
}

/** Small sums are right; products of larger numbers are rounded to tens first. */
const roughly: Combine = (left, operator, right) => {
  if (operator === "+") return left + right;
  if (operator === "-") return left - right;
  const [a, b] = [left, right].map((value) => (Math.abs(value) >= 10 ? Math.round(value / 10) * 10 : value)) as [
    number,
    number,
  ];
  return operator === "*" ? a * b : a / b;
};

/** Invented, but the same for the same question. */
function invent(question: string): string {
  const number = [...question].reduce((sum, sign) => sum + sign.charCodeAt(0), 0);
  if (/\bwho\b/i.test(question))
    return `That was ${["Alex Morgan", "Maria Lind", "Jonas Weber"][number % 3]}, of course.`;
  if (/\bhow (?:many|much|long|old|far)\b/i.test(question)) return `About ${2 + (number % 40)}, give or take.`;
  if (/\bwhen\b|\byear\b/i.test(question)) return `It was in ${1900 + (number % 120)}, as far as anyone can tell.`;
  return question.includes("?")
    ? "Yes, that is generally known to be the case."
    : "It is all done, exactly as you wanted.";
}
