/** The gateway's configuration: read from the environment in this one place and checked before anything listens. */
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
  /** Where this server reaches the provider, when that differs from the address that browsers know: `http://dex:5556`. */
  reachedAt?: string;
}

/** How much one caller (a session, a token or else an address) and one address may ask for; 0 means no limit. */
interface Limits {
  /** Requests per second, over ten seconds. */
  callerRate: number;
  addressRate: number;
  /** Requests that are open at the same time, streams of changes included. */
  callerOpen: number;
  addressOpen: number;
}

export interface GatewayConfig {
  port: number;
  bindAddress: string;
  /** The one origin that people use; without it this machine's names, and the origin that a request names. */
  origin?: string;
  /** Further names of this server. */
  hosts: string[];
  /** Addresses of the balancers in front, which say who the client is. */
  trustedProxies: string[];
  hostDist: string;
  /** File or address of the registry. */
  registry: string;
  /** Registry of what was built together with this gateway, where `registry` is that of a store of releases. */
  shippedRegistry?: string;
  /** A folder of releases: those of remotes that have no server of their own are served from here. */
  releasesDir?: string;
  /** The store of releases, with the right to write to it; without it automatic canaries wait. */
  store?: Store | undefined;
  /** Where each remote is served; replaces the origins in the registry. */
  remoteOrigins: Record<string, string>;
  /** Addresses of the service; a name may stand for several replicas. */
  serviceOrigins: string[];
  /** Further origins that pages may call: the service itself, the client's fallback on a developer's machine. */
  connectOrigins: string[];
  /** Origins that one remote may be pointed at in a tab, e.g. `http://localhost:*`. */
  overrideOrigins: readonly string[];
  /** Where `pnpm dev` serves what it compiles; then pages may run what changes under their feet. */
  devOrigin?: string;
  /** Folder of reports about releases, and of the last good registry. */
  dataDir: string;
  sessionSecret: string;
  gatewaySecret: string;
  /** The header by which an identity-aware proxy among `trustedProxies` names the person; then nobody signs in here. */
  identityHeader?: string;
  /** The provider that people sign in with; without it, and without a header, they choose a person of the demo. */
  oidc?: OidcConfig;
  /** Bearer token of those who read metrics and the status of releases; without it this machine alone reads them. */
  operatorToken?: string;
  limits: Limits;
  /** One line for each answered request. */
  logsRequests: boolean;
  /** Public keys of those who may say whose releases are taken; without one nothing is checked. */
  owners?: readonly string[];
  /** Signs what automatic canaries change. */
  releasesKey?: SigningKey | undefined;
  /** Told what the watch over the releases did. */
  webhook?: string;
  /** Milliseconds between two rounds of that watch. */
  watchMs?: number;
  /** Answer of /config.json, also inside every page. */
  runtime: Record<string, unknown>;
}

type Environment = Record<string, string | undefined>;

/** Some programs of a machine have one secret; made once, only its user can read it. */
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
    throw new Error(`${file} is too short to be a secret. Delete it; a new one is made at the next start.`);
  return secret;
}

/** A value, or what is in the file that `<name>_FILE` names. */
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

/** The product's rule, the same as the service's: off for '', 0, false, no, off; on for anything else and when not set. */
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

/** Where a donation starts unless the installation names its own page; an empty DONATE_URL means nowhere. */
const COFFEE_SITE = 'https://buymeacoffee.com/';

/** Values that the page checks too; a wrong one must stop the gateway, because it is also part of the page's policy. */
function pageConfig(env: Environment): Record<string, string> {
  const names = ['REMOTE_OVERRIDE_ORIGINS', 'TELEMETRY_URL', 'TELEMETRY_FORMAT'];
  const values = Object.fromEntries(
    names.flatMap((name) => (env[name]?.trim() ? [[name, env[name].trim()]] : [])),
  ) as Record<string, string>;
  const [complaint] = readRuntimeConfig(values).complaints;
  if (complaint) throw new Error(complaint.replace(' The default is used.', ''));
  return values;
}

/** The settings that every page gets; also the answer of /config.json. */
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
    // The page may call the service itself only where its policy allows it: at this port.
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

/** `memory=https://memory.example.org ai-ops=https://…` as a table. */
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

/** The store to write to; its keys are lines `NAME=value` of a file, which no list of processes shows. */
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
      throw new Error('IDENTITY_HEADER needs TRUSTED_PROXIES: anybody else could send the header.');
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

/** @throws Error with one sentence that names the variable which is wrong. */
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
