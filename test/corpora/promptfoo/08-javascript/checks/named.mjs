export function isShort(output) {
  return { pass: output.length < 200, score: 1, reason: `${output.length} characters` };
}
