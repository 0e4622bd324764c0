/** `check` is this check's id and arguments, `run` what the trial came to; docs/checks.md lists all there is. */
export function atMost({ check, run }) {
  const words = (run.final_output ?? "").split(/\s+/).filter(Boolean).length;
  return {
    passed: words <= check.arguments.words,
    message: `${words} words, at most ${check.arguments.words} were asked for`,
  };
}
