/** The experiment's output cannot be measured as it is; the message gives the location and the reason. */
export class OutputError extends Error {
  override name = "OutputError";
}
