/** Files that OpenClaw expects at the top of a workspace. Missing ones are created, so that every trial starts alike. */
export const STANDARD_FILES: Record<string, string> = {
  "AGENTS.md": "# AGENTS\n\nNo standing instructions.\n",
  "IDENTITY.md": "# IDENTITY\n\nNo identity is set.\n",
  "SOUL.md": "# SOUL\n\nNo persona is set.\n",
  "TOOLS.md": "# TOOLS\n\nNo notes on tools.\n",
  "USER.md": "# USER\n\nNothing is known about the user.\n",
};
