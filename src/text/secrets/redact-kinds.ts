/** A kind of key that is recognisable by its issuer's format. */
export interface KeyKind {
  starts: string[];
  /** The rest, as a pattern that begins with at least eight letters of a key. */
  body: string;
  /** Published alphabet and length of the body, used to find the end of a key split across lines. */
  fixed?: string;
  /** The prefix is so unusual that no boundary is required before it. */
  anywhere?: true;
}

const DASHED = "[A-Za-z0-9_-]";
const PLAIN = "[A-Za-z0-9]";
const HEX = "[0-9a-fA-F]";

/** Requires mixed case and a digit, because ordinary names such as `sk-fading-circle-12` are all lower case. */
const MIXED = `(?=${DASHED}{0,40}\\d)(?=${DASHED}{0,40}[a-z])(?=${DASHED}{0,40}[A-Z])${DASHED}{16,}`;
const UNBROKEN = `(?=[A-Za-z]{0,40}\\d)${PLAIN}{16,}`;

/**
 * Formats published by issuers, each specific enough not to match ordinary prose and code. Repetitions that can fail are bounded,
 * so that no text makes them slow.
 */
export const KEY_KINDS: KeyKind[] = [
  // OpenAI, Anthropic, OpenRouter, Langfuse; then everything else with the same prefix.
  { starts: ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"], body: `${DASHED}{16,}`, anywhere: true },
  { starts: ["sk-ant-"], body: `${DASHED}{16,}`, anywhere: true },
  { starts: ["sk-or-v1-"], body: `${PLAIN}{16,}`, fixed: `${HEX}{64}`, anywhere: true },
  { starts: ["sk-lf-", "pk-lf-"], body: `${DASHED}{16,}` },
  { starts: ["sk-", "csk-"], body: `(?:${UNBROKEN}|${MIXED})` },
  { starts: combine(["sk_", "rk_", "pk_"], ["live_", "test_", "prod_"]), body: `${PLAIN}{10,}` },
  { starts: ["sk_"], body: UNBROKEN },
  { starts: ["whsec_"], body: "[A-Za-z0-9+/=]{20,}" },
  // Code hosts and package registries.
  {
    starts: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
    body: `${PLAIN}{20,}`,
    fixed: `${PLAIN}{36}`,
    anywhere: true,
  },
  { starts: ["github_pat_"], body: "[A-Za-z0-9_]{20,}", fixed: `${PLAIN}{22}_${PLAIN}{59}`, anywhere: true },
  {
    starts: combine(["gl"], ["pat-", "dt-", "rt-", "ft-", "soat-", "cbt-", "ptt-", "agent-", "oas-", "imt-", "ffct-"]),
    body: `${DASHED}{16,}`,
  },
  { starts: ["npm_"], body: `${PLAIN}{30,}`, fixed: `${PLAIN}{36}` },
  { starts: ["pypi-"], body: `AgE${DASHED}{30,}` },
  { starts: ["rubygems_"], body: `${HEX}{40,}`, fixed: `${HEX}{48}` },
  { starts: ["dckr_pat_", "dckr_oat_"], body: `${DASHED}{20,}` },
  // Clouds.
  { starts: ["AKIA", "ASIA", "ABIA", "ACCA"], body: "[A-Z0-9]{16}(?![A-Za-z0-9])", fixed: "[A-Z0-9]{16}" },
  { starts: ["AIza"], body: `${DASHED}{30,}`, fixed: `${DASHED}{35}` },
  { starts: ["GOCSPX-"], body: `${DASHED}{20,}`, fixed: `${DASHED}{28}` },
  { starts: ["ya29."], body: `${DASHED}{20,}` },
  { starts: ["dop_v1_", "doo_v1_", "dor_v1_"], body: `${HEX}{40,}`, fixed: `${HEX}{64}` },
  { starts: ["hvs.", "hvb.", "hvr."], body: `${DASHED}{20,}` },
  { starts: combine(["dp."], ["pt.", "st.", "ct.", "sa.", "scim.", "audit."]), body: `${DASHED}{30,}` },
  { starts: ["HRKU-"], body: `${DASHED}{30,}` },
  { starts: ["sbp_"], body: `${HEX}{40,}`, fixed: `${HEX}{40}` },
  { starts: ["sb_secret_"], body: `${DASHED}{20,}` },
  { starts: ["nfp_"], body: `${PLAIN}{30,}` },
  { starts: ["tskey-"], body: `${DASHED}{20,}` },
  { starts: ["pul-"], body: `${HEX}{40}` },
  { starts: ["pscale_tkn_", "pscale_oauth_", "pscale_pw_"], body: "[A-Za-z0-9_.-]{30,}" },
  { starts: ["dt0c01."], body: `${PLAIN}{24}\\.${PLAIN}{60,}` },
  // Models.
  { starts: ["hf_"], body: `${PLAIN}{20,}`, fixed: `${PLAIN}{34}` },
  { starts: ["api_org_"], body: `${PLAIN}{30,}` },
  { starts: ["gsk_"], body: `${PLAIN}{20,}`, fixed: `${PLAIN}{52}` },
  { starts: ["xai-"], body: `${PLAIN}{40,}` },
  { starts: ["pplx-"], body: `${PLAIN}{30,}` },
  { starts: ["r8_"], body: `${PLAIN}{30,}`, fixed: `${PLAIN}{37}` },
  { starts: ["nvapi-"], body: `${DASHED}{30,}` },
  { starts: ["tvly-"], body: `${DASHED}{20,}` },
  { starts: ["lsv2_pt_", "lsv2_sk_"], body: "[A-Za-z0-9_]{30,}" },
  { starts: ["tgp_v1_"], body: `${DASHED}{30,}` },
  { starts: ["fw_"], body: `(?=[A-Za-z]{0,40}\\d)${PLAIN}{22,}` },
  // Messaging and work tools.
  {
    starts: ["xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-"],
    body: "(?=[A-Za-z-]{0,40}\\d)[A-Za-z0-9-]{10,}",
  },
  { starts: ["xapp-"], body: "\\d-[A-Za-z0-9-]{20,}" },
  { starts: ["hooks.slack."], body: "com/services/[A-Z0-9]{8,}/[A-Z0-9]{8,}/[A-Za-z0-9]{16,}" },
  { starts: ["SG."], body: `${DASHED}{16,}\\.${DASHED}{16,}`, fixed: `${DASHED}{22}\\.${DASHED}{43}` },
  { starts: ["key-"], body: "[0-9a-f]{32}(?![A-Za-z0-9])", fixed: "[0-9a-f]{32}" },
  { starts: ["lin_api_"], body: `${PLAIN}{30,}`, fixed: `${PLAIN}{40}` },
  { starts: ["ntn_"], body: `${PLAIN}{40,}` },
  { starts: ["figd_"], body: `${DASHED}{30,}` },
  { starts: ["ATATT3"], body: "[A-Za-z0-9_=-]{50,}" },
  { starts: ["shpat_", "shpca_", "shppa_", "shpss_"], body: `${HEX}{32}`, fixed: `${HEX}{32}` },
  { starts: ["sq0atp-", "sq0csp-"], body: `${DASHED}{22,}` },
  { starts: ["glsa_"], body: `${PLAIN}{32}_${HEX}{8}`, fixed: `${PLAIN}{32}_${HEX}{8}` },
  { starts: ["glc_"], body: "eyJ[A-Za-z0-9+/=]{30,}" },
  { starts: ["sntrys_", "sntryu_"], body: "[A-Za-z0-9_+/=-]{40,}" },
  { starts: ["NRAK-"], body: "[A-Z0-9]{27}", fixed: "[A-Z0-9]{27}" },
  { starts: ["PMAK-"], body: `${HEX}{24}-${HEX}{34}`, fixed: `${HEX}{24}-${HEX}{34}` },
  { starts: ["AGE-SECRET-KEY-"], body: "1[A-Z0-9]{50,}" },
];

function combine(beginnings: string[], endings: string[]): string[] {
  return beginnings.flatMap((beginning) => endings.map((ending) => beginning + ending));
}
