/**
 * Tells OpenClaw's own state from the agent's files; a folder's path ends in `/`. Up to 2026.8, `.openclaw/` holds notes on when the
 * workspace was set up, which a trial omits, as they are about another machine and mostly another version. `.openclaw/extensions/` holds
 * plugins, which belong to the agent.
 */
export function isOpenClawState(path: string): boolean {
  return /^\.openclaw(?:$|\/(?!$|extensions(?:\/|$)))/.test(path);
}
