/** The gateway's configuration: read from the environment only here and validated before anything listens. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readRuntimeConfig } from '@hindsight/shared-contracts/config';
import { folderStore } from '../../tooling/releases/folderStore';
import { openStore } from '../../tooling/releases/openStore';
import { type SigningKey, loadSigningKey } from '../../tooling/releases/signing/signature';
import { ownersFrom } from '../../tooling/releases/signing/verifyRegistry';
import type { Store } from '../../tooling/releases/store';

export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Origin at which this server reaches the provider, when it differs from the one browsers use: `http://dex:5556`. */
  reachedAt?: string;
}

/** Limits per caller (a session, a token or else an address) and per address; 0 means no limit. */
interface Limits {
  /** Requests per second, averaged over ten seconds. */
  callerRate: number;
  addressRate: number;
  /** Concurrent requests, including change streams. */
  callerOpen: number;
  addressOpen: number;
}

export interface GatewayConfig {
  port: number;
  bindAddress: string;
  /** The public origin; without it, the local host names and the origin that a request names. */
  origin?: string;
  /** Further host names of this server. */
  hosts: string[];
  /** Addresses of the load balancers in front, trusted to name the client. */
  trustedProxies: string[];
  hostDist: string;
  /** File or URL of the registry. */
  registry: string;
  /** Registry of the builds shipped with this gateway, when `registry` belongs to a release store. */
  shippedRegistry?: string;
  /** Folder of releases; remotes without their own server are served from here. */
  releasesDir?: string;
  /** Release store with write access; without it, automatic canaries pause. */
  store?: Store | undefined;
  /** Origin of each remote; replaces the origins in the registry. */
  remoteOrigins: Record<string, string>;
  /** Origins of the service; one name may resolve to several replicas. */
  serviceOrigins: string[];
  /** Further origins that pages may call: the service itself, as the client's fallback in development. */
  connectOrigins: string[];
  /** Origins that a tab may point one remote at, e.g. `http://localhost:*`. */
  overrideOrigins: readonly string[];
  /** Origin where `pnpm dev` serves its builds; pages may then run code that changes while they are open. */
  devOrigin?: string;
  /** Folder for release reports and the last good registry. */
  dataDir: string;
  sessionSecret: string;
  gatewaySecret: string;
  /** Header in which an identity-aware proxy among `trustedProxies` names the person; the gateway then offers no sign-in. */
  identityHeader?: string;
  /** OpenID provider for sign-in; without it and without a header, people pick a demo person. */
  oidc?: OidcConfig;
  /** Bearer token for reading metrics and release status; without it, only this machine may read them. */
  operatorToken?: string;
  limits: Limits;
  /** Whether each response is logged as one line. */
  logsRequests: boolean;
  /** Public keys of the owners, who decide whose releases are accepted; without one, no signature is checked. */
  owners?: readonly string[];
  /** Signs the changes that automatic canaries make. */
  releasesKey?: SigningKey | undefined;
  /** URL notified of what the release watch does. */
  webhook?: string;
  /** Interval of the release watch in milliseconds. */
  watchMs?: number;
  /** Response of /config.json, also inlined into every page. */
  runtime: Record<string, unknown>;
}

type Environment = Record<string, string | undefined>;

/** Session secret shared by the processes of a machine; created once, readable only by its user. */
function sessionSecretIn(folder: string): string {
  const file = path.join(folder, 'session-secret');
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32)
    throw new Error(`${file} is too short for a secret. Delete it; the next start creates a new one.`);
  return secret;
}

/** A value, or the content of the file that `<name>_FILE` names. */
function secret(env: Environment, name: string): string | undefined {
  const file = env[`${name}_FILE`]?.trim();
  return (file ? readFileSync(file, 'utf8').trim() : env[name]?.trim()) || undefined;
}

function required(env: Environment, name: string): string {
  const value = env[name]?.trim();
  if (!value) throw new Error(`${name} is missing.`);
  return value;
}

const splitWords = (text: string | undefined) => (text ?? '').split(/\s+/).filter(Boolean);

function checkOrigin(variable: string, origin: string): string {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin)
    throw new Error(`${variable} must be an origin like https://hindsight.example.org, not "${origin}".`);
  return origin;
}

/** Parses a flag by the same rule as the service: off for '', 0, false, no, off; on for anything else and when unset. */
function flag(env: Environment, name: string): boolean {
  const value = env[name]?.trim().toLowerCase();
  return value === undefined || !['', '0', 'false', 'no', 'off'].includes(value);
}

function amount(
  env: Environment,
  name: string,
  fallback: number,
  [least, most] = [0, Number.MAX_SAFE_INTEGER],
) {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  return value;
}

/** Default site for donations; an installation may name its own page, and an empty DONATE_URL means none. */
const COFFEE_SITE = 'https://buymeacoffee.com/';

/** Values that the page validates too; a wrong one must stop the gateway because it is also part of the page's policy. */
function pageConfig(env: Environment): Record<string, string> {
  const names = ['REMOTE_OVERRIDE_ORIGINS', 'TELEMETRY_URL', 'TELEMETRY_FORMAT'];
  const values = Object.fromEntries(
    names.flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])),
  ) as Record<string, string>;
  const [complaint] = readRuntimeConfig(values).complaints;
  if (complaint) throw new Error(complaint.replace(' The default is used.', ''));
  return values;
}

/** Settings that every page gets; also the response of /config.json. */
export function runtimeConfig(env: Environment, servicePort: number): Record<string, unknown> {
  const refresh = env.INVITATIONS_REFRESH_MS?.trim();
  if (refresh && !(Number.isFinite(Number(refresh)) && Number(refresh) > 0)) {
    throw new Error(`INVITATIONS_REFRESH_MS must be a positive number (milliseconds), not "${refresh}".`);
  }
  const donate = env.DONATE_URL?.trim() ?? COFFEE_SITE;
  if (donate && !/^https?:\/\/[^\s/]\S*$/i.test(donate)) {
    throw new Error(`DONATE_URL must be an http(s) address, not "${donate}".`);
  }
  const support = env.SUPPORT_EMAIL?.trim();
  return {
    ...pageConfig(env),
    ...(donate ? { DONATE_URL: donate } : {}),
    ...(support ? { SUPPORT_EMAIL: support } : {}),
    HINDSIGHT_SERVICE_API_URL: env.HINDSIGHT_SERVICE_API_URL?.trim() || '/api',
    // The policy lets pages call the service directly only at this port.
    LOCAL_BACKEND_PORT: servicePort,
    LLM_FEATURES_ENABLED: flag(env, 'LLM_FEATURES_ENABLED'),
    FEATURE_CONSOLIDATION_ENABLED: flag(env, 'FEATURE_CONSOLIDATION_ENABLED'),
    FEATURE_PRUNING_ENABLED: flag(env, 'FEATURE_PRUNING_ENABLED'),
    FEATURE_ARCHIVED_ENABLED: flag(env, 'FEATURE_ARCHIVED_ENABLED'),
    ...(refresh ? { INVITATIONS_REFRESH_MS: Number(refresh) } : {}),
  };
}

function watchSettings(env: Environment): { webhook?: string; watchMs?: number } {
  const webhook = env.RELEASES_WEBHOOK?.trim();
  if (webhook && !/^https?:\/\/[^\s/]\S*$/i.test(webhook))
    throw new Error(`RELEASES_WEBHOOK must be an http(s) address, not "${webhook}".`);
  const watchMs = amount(env, 'RELEASES_WATCH_MS', 0, [100, 60_000]);
  return { ...(webhook ? { webhook } : {}), ...(watchMs ? { watchMs } : {}) };
}

/** Parses `memory=https://memory.example.org ai-ops=https://…` into a table. */
function remoteOriginsFrom(text: string | undefined): Record<string, string> {
  return Object.fromEntries(
    splitWords(text).map((pair) => {
      const [name = '', origin = ''] = pair.split('=');
      if (!URL.canParse(origin) || new URL(origin).origin !== origin)
        throw new Error(`REMOTES must be pairs like memory=https://memory.example.org, not "${pair}".`);
      return [name, origin];
    }),
  );
}

/** The store to write to. Its keys are `NAME=value` lines of a file, so no process list shows them. */
function storeFrom(env: Environment, releasesDir: string | undefined): Store | undefined {
  const target = env.RELEASES_TO?.trim();
  if (!target) return releasesDir ? folderStore(releasesDir) : undefined;
  const keys = (secret(env, 'RELEASES_CREDENTIALS') ?? '').split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const] : [];
  });
  return openStore(target, { ...env, ...Object.fromEntries(keys) });
}

function signInFrom(env: Environment): Pick<GatewayConfig, 'identityHeader' | 'oidc'> {
  const header = env.IDENTITY_HEADER?.trim().toLowerCase();
  if (header) {
    if (splitWords(env.TRUSTED_PROXIES).length === 0)
      throw new Error('IDENTITY_HEADER requires TRUSTED_PROXIES; otherwise anyone could send the header.');
    return { identityHeader: header };
  }
  const issuer = env.OIDC_ISSUER?.trim();
  if (issuer) {
    const clientSecret = secret(env, 'OIDC_CLIENT_SECRET');
    if (!clientSecret) throw new Error('OIDC_CLIENT_SECRET_FILE is missing.');
    const reachedAt = env.OIDC_REACHED_AT?.trim();
    return {
      oidc: {
        issuer,
        clientId: required(env, 'OIDC_CLIENT_ID'),
        clientSecret,
        ...(reachedAt ? { reachedAt: checkOrigin('OIDC_REACHED_AT', reachedAt) } : {}),
      },
    };
  }
  if (env.SIGN_IN !== 'demo')
    throw new Error(
      'OIDC_ISSUER is missing: the OpenID provider that people sign in with. SIGN_IN=demo has none.',
    );
  return {};
}

/** @throws Error with one sentence that names the invalid variable. */
export function gatewayConfig(env: Environment): GatewayConfig {
  const gatewaySecret = secret(env, 'GATEWAY_SECRET');
  if (!gatewaySecret) throw new Error('GATEWAY_SECRET is missing: the gateway and the service share it.');
  const servicePort = amount(env, 'LOCAL_BACKEND_PORT', 8000, [0, 65_535]);
  const runtime = runtimeConfig(env, servicePort);
  const settings = readRuntimeConfig(runtime).config;
  const dataDir = required(env, 'DATA_DIR');
  const origin = env.APP_ORIGIN?.trim();
  const operatorToken = secret(env, 'OPERATOR_TOKEN');
  return {
    port: amount(env, 'PORT', 3000, [0, 65_535]),
    bindAddress: env.HOST?.trim() || '127.0.0.1',
    ...(origin ? { origin: checkOrigin('APP_ORIGIN', origin) } : {}),
    hosts: splitWords(env.GATEWAY_HOSTS?.toLowerCase()),
    trustedProxies: splitWords(env.TRUSTED_PROXIES),
    hostDist: required(env, 'HOST_DIST'),
    registry: required(env, 'REGISTRY'),
    ...(env.SHIPPED_REGISTRY?.trim() ? { shippedRegistry: env.SHIPPED_REGISTRY.trim() } : {}),
    ...(env.RELEASES_DIR?.trim() ? { releasesDir: env.RELEASES_DIR.trim() } : {}),
    store: storeFrom(env, env.RELEASES_DIR?.trim()),
    remoteOrigins: remoteOriginsFrom(env.REMOTES),
    serviceOrigins: splitWords(required(env, 'SERVICE_ORIGINS')).map((one) =>
      checkOrigin('SERVICE_ORIGINS', one),
    ),
    connectOrigins: [
      ...splitWords(env.CONNECT_ORIGINS),
      ...(settings.telemetryUrl?.startsWith('http') ? [new URL(settings.telemetryUrl).origin] : []),
    ],
    overrideOrigins: settings.overrideOrigins,
    ...(env.DEV_ORIGIN ? { devOrigin: env.DEV_ORIGIN } : {}),
    dataDir,
    sessionSecret: secret(env, 'SESSION_SECRET') ?? sessionSecretIn(dataDir),
    gatewaySecret,
    ...signInFrom(env),
    ...(operatorToken ? { operatorToken } : {}),
    limits: {
      callerRate: amount(env, 'CALLER_RATE', 0),
      addressRate: amount(env, 'ADDRESS_RATE', 0),
      callerOpen: amount(env, 'CALLER_CONNECTIONS', 0),
      addressOpen: amount(env, 'ADDRESS_CONNECTIONS', 4000),
    },
    logsRequests: origin !== undefined,
    owners: ownersFrom(env.RELEASES_OWNERS),
    releasesKey: loadSigningKey(undefined, env),
    ...watchSettings(env),
    runtime,
  };
}
