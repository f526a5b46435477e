/** Reads and validates the configuration: the only place that names the variables of the service. */
import { LIMIT_VARIABLES } from './variables';
import { isLocalName } from '../auth/localDeveloper';
import { StartupError } from './startupError';
import type { Retention } from '../database/retention';
import { STATEMENT_LIMITS } from '../database/statementLimits';
import type { StatementSeconds } from '../database/statementLimits';

export interface Config {
  host: string;
  port: number;
  /** PostgreSQL server; undefined means the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  /** Direct address of the same database, bypassing a pooler, for migrations; undefined if `databaseUrl` is the server itself. */
  databaseDirectUrl: string | undefined;
  /** Standbys of the same database that serve reads, and their maximum lag. */
  readReplicas: { urls: readonly string[]; maxLagMs: number };
  /** False behind a pooler in transaction mode without support for prepared statements. */
  keepsPreparedStatements: boolean;
  /** Whether tables are distributed; if absent, only in a new database that supports it. */
  databaseEngine: 'postgresql' | 'citus' | undefined;
  /** Connections to PostgreSQL; some of them are reserved for cheap reads. */
  databasePoolSize: number;
  dataDir: string;
  /** Shared with the gateway; undefined means that identity headers are never trusted. */
  gatewaySecret: string | undefined;
  /** The person behind local requests without an identity (DEV_MODE); undefined means a guest. */
  developer: { email: string; name: string } | undefined;
  /** Requests per second and caller in one process; 0 means that the edge limits them. */
  requestsPerSecond: number;
  /** Maximum number of queued requests per caller; more get 429. */
  waitingPerCaller: number;
  /** Maximum number of queued or running jobs; more get 429. */
  jobs: { perPerson: number; perOrganization: number };
  /** Time limits of statements by purpose, enforced by the database server. */
  statementSeconds: StatementSeconds;
  /** Key of the stored token hashes; undefined means one stored in the database. */
  tokenPepper: string | undefined;
  mail: {
    /** SMTP server; undefined means that emails stay in the outbox. May contain a password. */
    smtpUrl: string | undefined;
    from: string;
    supportEmail: string;
    /** Whether the outbox is readable at GET /outbox. For local stacks. */
    outbox: boolean;
    hourlyLimit: number;
    dailyLimit: number;
    supportIntervalSeconds: number;
  };
  /** Source of embeddings: a server (OpenAI protocol), or a model run by the service; undefined means no semantic search. */
  embeddings:
    | { kind: 'server'; baseUrl: string; apiKey: string | undefined; model: string }
    | { kind: 'local'; model: string | undefined; folder: string; mirror: string | undefined }
    | undefined;
  /** How long a search waits for the embedding of its query before it falls back to words. */
  questionTimeoutMs: number;
  /** Language model (OpenAI protocol); undefined means rules instead. Limits are per request and per day. */
  llm:
    | { baseUrl: string; apiKey: string | undefined; model: string; timeoutMs: number; dailyTokens: number }
    | undefined;
  /** Public URL of the dashboard; only its origin may send writes. */
  appBaseUrl: URL;
  /** Whether agents without a token may read the public workspace over MCP. */
  allowsMcpGuests: boolean;
  /** Whether a client may be described by a document at its own URL, which this service then fetches. */
  fetchesClientDocuments: boolean;
  /** Lower-cased emails. */
  adminEmails: ReadonlySet<string>;
  betaAccessAdmins: ReadonlySet<string>;
  build: {
    version: string;
    sha: string | null;
    timestamp: string | null;
    imageTag: string | null;
  };
  flags: { llm: boolean; consolidation: boolean; pruning: boolean; archived: boolean };
  logLevel: LogLevel;
  retention: Retention;
  /** Demo workspace for an empty database; undefined means none. */
  demo: { blocks: number; seed: number } | undefined;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

type Environment = Readonly<Record<string, string | undefined>>;

const trimmedVariable = (env: Environment, name: string): string | undefined =>
  env[name]?.trim() || undefined;

function wholeNumber(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = trimmedVariable(env, name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new StartupError(`${name} must be a whole number from ${min} to ${max}, but it is "${text}".`);
  }
  return value;
}

function limit(env: Environment, name: keyof typeof LIMIT_VARIABLES): number {
  const { fallback, min, max } = LIMIT_VARIABLES[name];
  return wholeNumber(env, name, fallback, min, max);
}

function url(env: Environment, name: string, protocols: readonly string[]): URL | undefined {
  const text = trimmedVariable(env, name);
  if (text === undefined) return undefined;
  // The value is not repeated, because it may contain a password.
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new StartupError(
      `${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    );
  }
  return new URL(text);
}

/** Parses URLs separated by commas or spaces. */
function urls(env: Environment, name: string, protocols: readonly string[]): string[] {
  const entries = (env[name] ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.flatMap((entry) => url({ [name]: entry }, name, protocols)?.href ?? []);
}

/** Parses a comma list of emails in any case, with optional quotes. */
function emails(env: Environment, name: string): ReadonlySet<string> {
  const entries = (env[name] ?? '')
    .split(',')
    .map((entry) => entry.replace(/["']/g, '').trim().toLowerCase())
    .filter((entry) => entry !== '');
  const wrong = entries.find((entry) => !entry.includes('@'));
  if (wrong !== undefined) {
    throw new StartupError(
      `${name} must be a comma-separated list of email addresses, but contains "${wrong}".`,
    );
  }
  return new Set(entries);
}

/** Product rule for flags: '', 0, false, no, off are false; 1, true, yes, on and anything else are true. */
export function parseFlag(value: string | undefined): boolean {
  if (value === undefined) return true;
  return !['', '0', 'false', 'no', 'off'].includes(value.trim().toLowerCase());
}

/** A flag that defaults to off. */
const isSwitchedOn = (env: Environment, name: string): boolean =>
  trimmedVariable(env, name) !== undefined && parseFlag(env[name]);

function databaseEngine(env: Environment): Config['databaseEngine'] {
  const text = trimmedVariable(env, 'DATABASE_ENGINE')?.toLowerCase();
  if (text === undefined || text === 'postgresql' || text === 'citus') return text;
  throw new StartupError(`DATABASE_ENGINE must be postgresql or citus, but it is "${text}".`);
}

function logLevel(env: Environment): LogLevel {
  const text = trimmedVariable(env, 'LOG_LEVEL')?.toLowerCase() ?? 'info';
  const level = LOG_LEVELS.find((candidate) => candidate === text);
  if (!level)
    throw new StartupError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, but it is "${text}".`);
  return level;
}

/** A server with the OpenAI protocol. URL and model must be set together; the URL usually ends in /v1. */
function modelServer(env: Environment, prefix: string) {
  const baseUrl = url(env, `${prefix}_BASE_URL`, ['http:', 'https:'])?.href;
  const model = trimmedVariable(env, `${prefix}_MODEL`);
  if (baseUrl === undefined && model === undefined) return undefined;
  if (baseUrl === undefined || model === undefined) {
    throw new StartupError(`${prefix}_BASE_URL and ${prefix}_MODEL must be set together.`);
  }
  return { baseUrl, model, apiKey: trimmedVariable(env, `${prefix}_API_KEY`) };
}

/** A configured server wins; otherwise the service runs a model itself. */
function embeddings(env: Environment): Config['embeddings'] {
  if (!parseFlag(env['EMBEDDINGS'])) return undefined;
  if (trimmedVariable(env, 'EMBEDDINGS_BASE_URL') !== undefined) {
    const server = modelServer(env, 'EMBEDDINGS');
    return server && { kind: 'server', ...server };
  }
  return {
    kind: 'local',
    model: trimmedVariable(env, 'EMBEDDINGS_MODEL'),
    folder: trimmedVariable(env, 'EMBEDDINGS_FOLDER') ?? 'var/encoder',
    mirror: trimmedVariable(env, 'EMBEDDINGS_MIRROR'),
  };
}

function languageModel(env: Environment): Config['llm'] {
  const server = modelServer(env, 'LLM');
  return (
    server && {
      ...server,
      timeoutMs: limit(env, 'LLM_TIMEOUT_SECONDS') * 1000,
      dailyTokens: limit(env, 'LLM_DAILY_TOKENS'),
    }
  );
}

/** The DEV_MODE developer. Rejected where others can reach the service. */
function developer(env: Environment, host: string, appBaseUrl: URL): Config['developer'] {
  if (!isSwitchedOn(env, 'DEV_MODE')) return undefined;
  if (!isLocalName(host) || !isLocalName(appBaseUrl.hostname)) {
    throw new StartupError(
      'DEV_MODE signs everyone in as a superadmin, so HOST and the host of APP_BASE_URL must be localhost.',
    );
  }
  const email = trimmedVariable(env, 'DEV_LOCAL_EMAIL')?.toLowerCase() ?? 'dev@localhost';
  return { email, name: trimmedVariable(env, 'DEV_LOCAL_NAME') ?? 'Development User' };
}

/** Reads the complete configuration. Throws StartupError with one sentence naming the invalid variable. */
export function readConfig(env: Environment): Config {
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const readUrls = urls(env, 'DATABASE_READ_URL', ['postgres:', 'postgresql:']);
  if (readUrls.length > 0 && databaseUrl === undefined) {
    throw new StartupError('DATABASE_READ_URL lists replicas of DATABASE_URL, so set DATABASE_URL too.');
  }
  const gatewaySecret = trimmedVariable(env, 'GATEWAY_SECRET');
  if (gatewaySecret !== undefined && gatewaySecret.length < 16) {
    throw new StartupError('GATEWAY_SECRET must have at least 16 characters.');
  }
  const tokenPepper = trimmedVariable(env, 'TOKEN_PEPPER');
  if (tokenPepper !== undefined && tokenPepper.length < 32) {
    throw new StartupError('TOKEN_PEPPER must have at least 32 characters.');
  }
  const blocks = wholeNumber(env, 'DEMO_BLOCKS', 0, 0, 5_000_000);
  const host = trimmedVariable(env, 'HOST') ?? '127.0.0.1';
  const appBaseUrl = url(env, 'APP_BASE_URL', ['http:', 'https:']) ?? new URL('http://localhost:3000');
  const localDeveloper = developer(env, host, appBaseUrl);
  const seed = wholeNumber(env, 'DEMO_SEED', 1, 0, 2 ** 32 - 1);
  return {
    host,
    port: wholeNumber(env, 'PORT', 8000, 0, 65535),
    databaseUrl: databaseUrl?.href,
    databaseDirectUrl: url(env, 'DATABASE_DIRECT_URL', ['postgres:', 'postgresql:'])?.href,
    readReplicas: { urls: readUrls, maxLagMs: limit(env, 'DATABASE_READ_MAX_LAG_SECONDS') * 1000 },
    keepsPreparedStatements: parseFlag(env['DATABASE_PREPARED_STATEMENTS']),
    databaseEngine: databaseEngine(env),
    databasePoolSize: limit(env, 'DATABASE_POOL_SIZE'),
    dataDir: trimmedVariable(env, 'DATA_DIR') ?? 'var/memory-service',
    gatewaySecret,
    requestsPerSecond: limit(env, 'RATE_LIMIT_PER_SECOND'),
    waitingPerCaller: limit(env, 'WAITING_PER_CALLER'),
    jobs: {
      perPerson: limit(env, 'JOBS_PER_PERSON'),
      perOrganization: limit(env, 'JOBS_PER_ORGANIZATION'),
    },
    statementSeconds: Object.fromEntries(
      Object.entries(STATEMENT_LIMITS).map(([kind, { variable, seconds }]) => [
        kind,
        wholeNumber(env, variable, seconds, 1, 3600),
      ]),
    ) as StatementSeconds,
    tokenPepper,
    mail: {
      smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:'])?.href,
      from: trimmedVariable(env, 'FROM_EMAIL') ?? 'Hindsight <no-reply@localhost>',
      supportEmail: trimmedVariable(env, 'SUPPORT_EMAIL')?.toLowerCase() ?? 'support@localhost',
      outbox: isSwitchedOn(env, 'MAIL_OUTBOX'),
      hourlyLimit: limit(env, 'EMAIL_RATE_LIMIT_HOUR'),
      dailyLimit: limit(env, 'EMAIL_RATE_LIMIT_DAY'),
      supportIntervalSeconds: limit(env, 'SUPPORT_CONTACT_MIN_INTERVAL_SECONDS'),
    },
    embeddings: embeddings(env),
    questionTimeoutMs: limit(env, 'EMBEDDINGS_TIMEOUT_SECONDS') * 1000,
    llm: languageModel(env),
    appBaseUrl,
    retention: {
      activity: limit(env, 'ACTIVITY_DAYS'),
      jobs: limit(env, 'JOB_DAYS'),
      mails: limit(env, 'MAIL_DAYS'),
      retrievals: limit(env, 'RETRIEVAL_DAYS'),
      audits: limit(env, 'AUDIT_DAYS'),
    },
    developer: localDeveloper,
    allowsMcpGuests: isSwitchedOn(env, 'MCP_GUESTS'),
    fetchesClientDocuments: isSwitchedOn(env, 'OAUTH_CLIENT_DOCUMENTS'),
    // Also makes the developer a superadmin where rights are looked up again, e.g. for a job.
    adminEmails: new Set([...emails(env, 'ADMIN_EMAILS'), ...(localDeveloper ? [localDeveloper.email] : [])]),
    betaAccessAdmins: emails(env, 'BETA_ACCESS_ADMINS'),
    build: {
      version: trimmedVariable(env, 'VERSION') ?? 'unknown',
      sha: trimmedVariable(env, 'BUILD_SHA') ?? null,
      timestamp: trimmedVariable(env, 'BUILD_TIMESTAMP') ?? null,
      imageTag: trimmedVariable(env, 'IMAGE_TAG') ?? null,
    },
    flags: {
      llm: parseFlag(env['LLM_FEATURES_ENABLED']),
      consolidation: parseFlag(env['FEATURE_CONSOLIDATION_ENABLED']),
      pruning: parseFlag(env['FEATURE_PRUNING_ENABLED']),
      archived: parseFlag(env['FEATURE_ARCHIVED_ENABLED']),
    },
    logLevel: logLevel(env),
    demo: blocks > 0 ? { blocks, seed } : undefined,
  };
}
