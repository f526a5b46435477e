/** Secrets that the secretlint rules do not cover, or only in their current exact length. */

/** A pattern for secrets. If the pattern has a group, only the group is the secret and its context stays readable. */
export interface SecretPattern {
  kind: string;
  pattern: RegExp;
}

const MIXED = String.raw`(?=[\w-]{0,300}\d)(?=[\w-]{0,300}[A-Z])`;

/** Kinds that are recognizable by one prefix. */
const PREFIXED: readonly (readonly [kind: string, source: string])[] = [
  ['AWS access key', String.raw`\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b`],
  ['GitHub token', String.raw`\b(?:gh[oprsu]_[A-Za-z0-9]{30,255}|github_pat_\w{22,255})`],
  ['GitLab token', String.raw`\bgl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|soat)-[\w-]{16,}`],
  ['Slack token', String.raw`\bx(?:ox[abceoprs]|app)-[A-Za-z0-9-]{10,}`],
  [
    'Slack webhook',
    String.raw`https://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,}`,
  ],
  ['Discord webhook', String.raw`https://(?:\w{1,10}\.)?discord(?:app)?\.com/api/webhooks/\d+/[\w-]{20,}`],
  ['Stripe key', String.raw`\b(?:(?:sk|rk)_(?:live|test)_|whsec_)[A-Za-z0-9]{10,}`],
  ['Anthropic key', String.raw`\bsk-ant-[\w-]{20,}`],
  ['OpenAI key', String.raw`\bsk-(?!ant-)${MIXED}[\w-]{20,300}`],
  ['Google API key', String.raw`\bAIza[\w-]{35}`],
  ['Google OAuth secret', String.raw`\b(?:GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,})`],
  ['npm token', String.raw`\bnpm_[A-Za-z0-9]{36}`],
  ['PyPI token', String.raw`\bpypi-A[\w-]{30,}`],
  ['SendGrid key', String.raw`\bSG\.[\w-]{16,}\.[\w-]{16,}`],
  ['Twilio key', String.raw`\bSK[0-9a-f]{32}\b`],
  ['DigitalOcean token', String.raw`\bdo[opr]_v1_[a-f0-9]{64}\b`],
  ['Hugging Face token', String.raw`\bhf_[A-Za-z0-9]{30,}`],
  ['Databricks token', String.raw`\bdapi[a-f0-9]{32}\b`],
  ['Docker token', String.raw`\bdckr_(?:pat|oat)_[\w-]{20,}`],
  ['Vault token', String.raw`\bhv[bs]\.[\w-]{20,}`],
  ['Grafana token', String.raw`\bgl(?:sa|c)_[A-Za-z0-9+/_=]{30,}`],
  ['Groq key', String.raw`\bgsk_[A-Za-z0-9]{40,}`],
  ['Notion token', String.raw`\b(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}\b)`],
  ['Figma token', String.raw`\bfigd_[\w-]{30,}`],
  ['Linear key', String.raw`\blin_(?:api|oauth)_[A-Za-z0-9]{30,}`],
  ['Atlassian token', String.raw`\bATATT3[\w=-]{40,}`],
  ['Sentry token', String.raw`\bsntry[su]_[A-Za-z0-9_=+/]{40,}`],
  ['Postman key', String.raw`\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b`],
  ['Telegram bot token', String.raw`\b\d{8,10}:AA[\w-]{33}\b`],
  ['age key', String.raw`\bAGE-SECRET-KEY-1[A-Z0-9]{50,}`],
  ['Hindsight token', String.raw`\bhs_pat_[0-9a-f]{16}_[\w-]{20,}`],
  ['JSON web token', String.raw`\beyJ[\w-]{8,2000}\.eyJ[\w-]{8,}\.[\w-]{8,}`],
  ['encrypted web token', String.raw`\beyJ[\w-]{8,2000}\.[\w-]*\.[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}`],
  ['password hash', String.raw`\$(?:2[abxy]?|argon2(?:id|i|d)|[56y])\$[^\s"'<>]{30,}`],
  // The body excludes runs of five hyphens, so that a match attempt stops at the next header.
  [
    'private key',
    String.raw`-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----))*(?:-----END [A-Z0-9 ]{0,40}-----)?`,
  ],
];

const IN_CONTEXT: readonly (readonly [kind: string, source: string])[] = [
  [
    'AWS secret key',
    String.raw`\b(?:aws|secret|(?:AKIA|ASIA)[A-Z0-9]{16})[\s\S]{0,80}?(?<![A-Za-z0-9/+=])(?![a-f0-9]{40})(?=[A-Za-z0-9/+]*[A-Z])(?=[A-Za-z0-9/+]*[a-z])(?=[A-Za-z0-9/+]*\d)([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
  ],
  ['Google service account', String.raw`private_key_id\\?["']\s*:\s*\\?["']([0-9a-f]{32,})`],
  ['Azure storage key', String.raw`(?<![A-Za-z0-9+/]|sha512-)([A-Za-z0-9+/]{86}==)`],
  ['Azure storage key', String.raw`\bAccountKey=([A-Za-z0-9+/]{20,}={0,2})`],
  ['Azure signature', String.raw`[?&]sig=([A-Za-z0-9%+/=]{20,})`],
  ['Twilio token', String.raw`\b(?:twilio|auth[_ -]?token)\b[^\n]{0,60}?\b([0-9a-f]{32})\b`],
  ['npm token', String.raw`(?<!\w)_(?:authToken|auth|password)\s{0,3}=\s{0,3}([\w+/=-]{8,})`],
  ['bearer token', String.raw`\bbearer\s+(?=[\w.~+/=-]{0,200}\d)([\w.~+/=-]{20,})`],
  [
    'basic authentication',
    String.raw`\bauthorization\\?["']?\s*[:=]\s*\\?["']?basic\s+([A-Za-z0-9+/]{8,}={0,2})`,
  ],
  ['Okta token', String.raw`\bSSWS\s+([\w-]{30,})`],
  ['private key', String.raw`\bPrivate-Lines:\s{0,3}\d+\s([A-Za-z0-9+/=\s]{20,})`],
  ['basic authentication', String.raw`"auth"\s{0,3}:\s{0,3}"([A-Za-z0-9+/]{12,}={0,2})"`],
  [
    'session cookie',
    String.raw`\bcookie\b[^\n]{0,200}?(?:sess|sid|auth|token|jwt)[\w.-]{0,30}=([^\s;,"']{16,})`,
  ],
  ['password', String.raw`\bsshpass\s+-p\s{0,3}["']?([^\s"']{4,})`],
  ['password', String.raw`\b(?:mysql|mariadb)(?:dump|admin)?\b[^\n]{0,200}?\s-p["']?([^\s"']{4,})`],
  // PostgreSQL password file: host, port, database, user, password.
  [
    'password',
    String.raw`(?<![\w.*:-])[\w.*-]{1,200}:(?:5432|5433|6432|\*):[\w*-]{1,63}:[\w*.-]{1,63}:([^\s:]{4,})`,
  ],
  ['password', String.raw`\bcurl\b[^\n]{0,200}?\s(?:-u|--user)\s*["']?[^\s:'"]{1,100}:([^\s'"]{4,})`],
  ['password', String.raw`\b[a-z][a-z0-9+.-]{1,20}://[^\s:@/"'<>]{0,200}:([^\s/"'<>]{1,200})@(?=[\w.[-])`],
  // Unencoded characters, up to the last @.
  [
    'password',
    String.raw`\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?)://[^\s:@/"'<>]{0,200}:([^\s"'<>]{1,200})@(?=[\w.[-])`,
  ],
];

/** All patterns except for assignments, which are also judged by their values (`assignments.ts`). */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  ...PREFIXED.map(([kind, source]) => ({ kind, pattern: new RegExp(source, 'gd') })),
  ...IN_CONTEXT.map(([kind, source]) => ({
    kind,
    pattern: new RegExp(source, kind === 'AWS secret key' ? 'gd' : 'gdi'),
  })),
];
