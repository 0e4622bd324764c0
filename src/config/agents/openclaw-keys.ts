/** Keys accepted by a known version of OpenClaw, printed by `openclaw config schema`. It refuses all others. */
export interface KnownOpenClaw {
  version: string;
  agents_defaults: ReadonlySet<string>;
  agent: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

export const KNOWN_OPENCLAWS: readonly KnownOpenClaw[] = [
  {
    version: "2026.4.15",
    agents_defaults:
      words(`blockStreamingBreak blockStreamingChunk blockStreamingCoalesce blockStreamingDefault bootstrapMaxChars
    bootstrapPromptTruncationWarning bootstrapTotalMaxChars cliBackends compaction contextInjection contextLimits
    contextPruning contextTokens elevatedDefault embeddedHarness embeddedPi envelopeElapsed envelopeTimestamp
    envelopeTimezone experimental heartbeat humanDelay imageGenerationModel imageMaxDimensionPx imageModel llm
    maxConcurrent mediaGenerationAutoProviderFallback mediaMaxMb memorySearch model models musicGenerationModel params
    pdfMaxBytesMb pdfMaxPages pdfModel repoRoot sandbox skills skipBootstrap startupContext subagents
    systemPromptOverride thinkingDefault timeFormat timeoutSeconds typingIntervalSeconds typingMode userTimezone
    verboseDefault videoGenerationModel workspace`),
    agent:
      words(`agentDir contextLimits default embeddedHarness embeddedPi fastModeDefault groupChat heartbeat humanDelay id
    identity memorySearch model name params prompt reasoningDefault runtime sandbox skills skillsLimits subagents
    systemPromptOverride thinkingDefault tools workspace`),
  },
  {
    version: "2026.9.6",
    agents_defaults:
      words(`authInheritance blockStreamingBreak blockStreamingChunk blockStreamingCoalesce blockStreamingDefault
    bootstrapMaxChars bootstrapTotalMaxChars compaction contextInjection contextLimits contextPruning cwd
    decisionModel elevatedDefault embeddedAgent experimental fastModeDefault heartbeat humanDelay imageMaxDimensionPx
    imageModel imageQuality maxConcurrent mediaMaxMb mediaModels model modelPolicy modelSelectionScope models params
    pdfMaxMb pdfMaxPages pdfModel reasoningDefault repoRoot sandbox sessionStore silentReply skills skipBootstrap
    skipOptionalBootstrapFiles startupContext subagents systemAgent thinkingDefault timeoutSeconds toolProgressDetail
    typingIntervalSeconds typingMode userTimezone utilityModel verboseDefault voiceModel workspace`),
    agent:
      words(`agentDir bootstrapMaxChars bootstrapTotalMaxChars contextInjection contextLimits cwd decisionModel default
    description embeddedAgent experimental fastModeDefault groupChat heartbeat humanDelay id identity memory model
    modelPolicy models name params reasoningDefault runtime sandbox skills skillsLimits subagents thinkingDefault
    toolProgressDetail tools tts typingMode utilityModel verboseDefault workspace`),
  },
];
