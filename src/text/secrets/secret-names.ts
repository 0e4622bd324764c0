/** True for names of fields and variables whose values are secret: `DB_PASSWORD`, `clientSecret`, `x-api-key`. */
export function isSecretName(name: string): boolean {
  return (SECRET.test(name) && !NO_SECRET.test(name)) || isSecretVariable(name);
}

/** True for names of passwords, which people invent: shorter and plainer than generated keys. */
export function isPasswordName(name: string): boolean {
  return PASSWORD.test(name);
}

const PASSWORD = /(?:pass(?:word|wd|phrase)|pwd)$/i;
/** Words before `key` that make it secret. A bare `key` is only a name for something. */
export const WHOSE_KEY = [
  ...["api", "access", "auth", "private", "secret", "sign", "signing", "encrypt", "encryption", "master", "account"],
  ...["service", "session", "ssh", "shared", "subscription", "deploy", "license", "webhook", "client", "app", "admin"],
  ...["server", "storage", "write"],
];
const SECRET = new RegExp(
  `(?:pass(?:word|wd|phrase)|pwd|secret|token|credentials?|(?:${WHOSE_KEY.join("|")})[_.-]?key)$`,
  "i",
);
/** Tokens of texts and pages, and public keys. */
const NO_SECRET =
  /(?:(?:page|next|prev(?:ious)?|continuation|sync|cursor|resume|eos|bos|pad|unk|sep|cls|mask|stop|start|end|first|last|max|min|special|new|image|word)[_.-]?token|public[_.-]?(?:access[_.-]?)?(?:key|token))$/i;

/** In environment variables any other `…_KEY` counts too, unless it is a lookup key. */
function isSecretVariable(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*_(?:KEY|PASS|PAT|AUTH|SECRETS?)$/.test(name) && !LOOKED_UP.test(name);
}

const LOOKED_UP =
  /(?:^|_)(?:PUBLIC|CACHE|PRIMARY|FOREIGN|SORT|PARTITION|HASH|RANGE|IDEMPOTENCY|OBJECT|ROW|LOOKUP|DEDUP|GROUP|ROUTING|REGISTRY|STORE|CONFIG|SETTINGS|STATE|QUERY|INDEX|MAP|STORAGE|HOT|S3)_KEY$/;
