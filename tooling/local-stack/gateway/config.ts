/** The gateway's configuration: read from the environment in this one place and checked before anything listens. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readRuntimeConfig } from '@hindsight/shared-contracts/config';
import { PARTS, portsFrom, REMOTE_NAMES } from '../parts';
import { type SigningKey, signingKeyOf } from '../../releases/signing/signature';
import { ownersFrom } from '../../releases/signing/verifyRegistry';
import { REGISTRY_KEY } from '../../releases/store';
import { releasesDirFrom, repoRoot, varDir } from '../paths';

export interface GatewayConfig {
  port: number;
  bindAddress: string;
  /** Names of this server beside those of the machine itself. */
  hosts: string[];
  /** Folder of the host's build. */
  hostDist: string;
  registryFile: string;
  /** Registry of the builds of this clone, where `registryFile` is that of a folder of releases. */
  shippedRegistryFile?: string;
  /** A folder of releases: those of remotes that have no server of their own are served from here. */
  releasesDir?: string;
  /** Where each remote is served; replaces the origins in the registry file. */
  remoteOrigins: Record<string, string>;
  serviceOrigin: string;
  /** Further origins that pages may call: the service itself, the client's fallback on a developer's machine. */
  connectOrigins: string[];
  /** Origins that one remote may be pointed at in a tab, e.g. `http://localhost:*`. */
  overrideOrigins: readonly string[];
  /** Where `pnpm dev` serves what it compiles; then pages may run what changes under their feet. */
  devOrigin?: string;
  sessionSecret: string;
  /** Remembers the sessions that were signed out. */
  endedSessionsFile: string;
  gatewaySecret: string;
  /** Public keys of those who may say whose releases are taken; without one nothing is checked. */
  owners?: readonly string[];
  /** Signs what automatic canaries change. */
  releasesKey?: SigningKey | undefined;
  /** Rows of what open pages report about releases. */
  reportsFile: string;
  /** Told what the watch over the releases did. */
  webhook?: string;
  /** Milliseconds between two rounds of that watch. */
  watchMs?: number;
  /** Answer of /config.json, also inside every page. */
  runtime: Record<string, unknown>;
}

type Environment = Record<string, string | undefined>;

/** Reads the machine's session secret, or makes one that only this user can read. */
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

/** The product's rule, the same as the service's: off for '', 0, false, no, off; on for anything else and when not set. */
function flag(env: Environment, name: string): boolean {
  const value = env[name]?.trim().toLowerCase();
  return value === undefined || !['', '0', 'false', 'no', 'off'].includes(value);
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

/** How the releases are watched, for the gateway and for production's `pages`. */
export function watchSettings(env: Environment): { webhook?: string; watchMs?: number } {
  const webhook = env.RELEASES_WEBHOOK?.trim();
  if (webhook && !/^https?:\/\/[^\s/]\S*$/i.test(webhook))
    throw new Error(`RELEASES_WEBHOOK must be an http(s) address, not "${webhook}".`);
  const text = env.RELEASES_WATCH_MS?.trim();
  const watchMs = Number(text);
  if (text && !(watchMs >= 100 && watchMs <= 60_000))
    throw new Error(`RELEASES_WATCH_MS must be a number of milliseconds from 100 to 60000, not "${text}".`);
  return { ...(webhook ? { webhook } : {}), ...(text ? { watchMs } : {}) };
}

/** @throws Error with one sentence per wrong value. */
export function gatewayConfig(env: Environment): GatewayConfig {
  const ports = portsFrom(env);
  if (!env.GATEWAY_SECRET)
    throw new Error('GATEWAY_SECRET is missing: the gateway and the service share it.');
  const origins = REMOTE_NAMES.map((name) => {
    const variable = PARTS[name].variable.replace(/_PORT$/, '_ORIGIN');
    const origin = env[variable] ?? `http://localhost:${ports[name]}`;
    if (new URL(origin).origin !== origin)
      throw new Error(`${variable} must be an origin like http://localhost:3001, not "${origin}".`);
    return [name, origin];
  });
  const runtime = runtimeConfig(env, ports.service);
  const settings = readRuntimeConfig(runtime).config;
  const dataDir = env.STACK_DATA_DIR ?? varDir;
  const releasesDir = releasesDirFrom(env);
  return {
    port: ports.gateway,
    bindAddress: env.BIND_ADDRESS ?? '127.0.0.1',
    hosts: (env.GATEWAY_HOSTS ?? '').toLowerCase().split(/\s+/).filter(Boolean),
    hostDist: env.HOST_DIST ?? path.join(repoRoot, 'host', 'dist'),
    registryFile: env.REGISTRY_FILE ?? path.join(releasesDir ?? varDir, REGISTRY_KEY),
    ...(releasesDir ? { releasesDir, shippedRegistryFile: path.join(varDir, REGISTRY_KEY) } : {}),
    remoteOrigins: Object.fromEntries(origins),
    serviceOrigin: env.SERVICE_ORIGIN ?? `http://127.0.0.1:${ports.service}`,
    connectOrigins: [
      `http://localhost:${ports.service}`,
      `http://127.0.0.1:${ports.service}`,
      ...(settings.telemetryUrl?.startsWith('http') ? [new URL(settings.telemetryUrl).origin] : []),
    ],
    overrideOrigins: settings.overrideOrigins,
    ...(env.DEV_ORIGIN ? { devOrigin: env.DEV_ORIGIN } : {}),
    sessionSecret: sessionSecretIn(dataDir),
    endedSessionsFile: path.join(dataDir, 'ended-sessions'),
    gatewaySecret: env.GATEWAY_SECRET,
    reportsFile: path.join(dataDir, 'release-reports.jsonl'),
    owners: ownersFrom(env.RELEASES_OWNERS),
    releasesKey: signingKeyOf(undefined, env),
    ...watchSettings(env),
    runtime,
  };
}
