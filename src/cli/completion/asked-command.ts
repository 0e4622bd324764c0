/** The hidden command that completion scripts call. */
export const ASKED_COMMAND = "__complete";
