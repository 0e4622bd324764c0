/** The experiment's output cannot be measured as it is; the message says where and why. */
export class OutputError extends Error {
  override name = "OutputError";
}
