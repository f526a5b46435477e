/** What the program reads from its environment, checked before it starts. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runtimeConfig, watchSettings } from '../../tooling/local-stack/gateway/config';
import { openStore } from '../../tooling/releases/openStore';
import { type SigningKey, signingKeyOf } from '../../tooling/releases/signing/signature';
import { ownersFrom } from '../../tooling/releases/signing/verifyRegistry';
import type { Store } from '../../tooling/releases/store';

export interface PagesConfig {
  port: number;
  host: string;
  /** The host's `index.html`; the program of its frame is beside it. */
  template: string;
  /** Address (http) or file of the registry. */
  registry: string;
  /** What the images were built with; the store's registry is added to it. */
  shippedRegistry: string | undefined;
  /** Folder that nginx serves. */
  output: string;
  /** Origins by the remote's name; they replace those in the registry. */
  origins: Record<string, string>;
  pollMs: number;
  /** The release store, with the right to write to it; without it automatic canaries wait. */
  store: Store | undefined;
  /** Public keys of those who may say whose releases are taken; empty where nothing is checked. */
  owners: readonly string[];
  /** Signs what automatic canaries change. */
  key: SigningKey | undefined;
  /** Rows of what open pages report about releases. */
  reportsFile: string;
  /** See the gateway's. */
  webhook?: string;
  watchMs?: number;
  /** Answer of /config.json, also inside every page. */
  runtime: Record<string, unknown>;
}

type Environment = Record<string, string | undefined>;

/** The service is not reachable past nginx, so the page's fallback of a developer's machine leads nowhere. */
const NO_LOCAL_SERVICE = 8000;

function required(env: Environment, name: string): string {
  const value = env[name]?.trim();
  if (!value) throw new Error(`${name} is missing.`);
  return value;
}

/** `memory=https://memory.example.org ai-ops=https://…` as a table. */
function originsFrom(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(/\s+/)
      .filter(Boolean)
      .map((pair) => {
        const [name = '', origin = ''] = pair.split('=');
        if (!URL.canParse(origin) || new URL(origin).origin !== origin)
          throw new Error(`REMOTES must be pairs like memory=https://memory.example.org, not "${pair}".`);
        return [name, origin];
      }),
  );
}

/** The store to write to; its keys are lines `NAME=value` of a file, which no list of processes shows. */
function storeFrom(env: Environment): Store | undefined {
  const target = env.RELEASES_TO?.trim();
  if (!target) return undefined;
  const file = env.RELEASES_CREDENTIALS_FILE?.trim();
  const lines = file ? readFileSync(file, 'utf8').split('\n') : [];
  const keys = lines.flatMap((line) => {
    const at = line.indexOf('=');
    return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const] : [];
  });
  return openStore(target, { ...env, ...Object.fromEntries(keys) });
}

/** @throws Error with one sentence that names the variable which is wrong. */
export function pagesConfig(env: Environment): PagesConfig {
  const pollMs = Number(env.POLL_MS ?? 2000);
  if (!(pollMs >= 50)) throw new Error('POLL_MS must be a number of milliseconds from 50.');
  return {
    port: Number(env.PORT ?? 8090),
    host: env.HOST ?? '127.0.0.1',
    template: required(env, 'HOST_TEMPLATE'),
    registry: required(env, 'REGISTRY'),
    shippedRegistry: env.SHIPPED_REGISTRY?.trim() || undefined,
    output: required(env, 'PAGES_DIR'),
    origins: originsFrom(env.REMOTES ?? ''),
    pollMs,
    store: storeFrom(env),
    owners: ownersFrom(env.RELEASES_OWNERS),
    key: signingKeyOf(undefined, env),
    // A name with a dot is served by nobody.
    reportsFile: path.join(required(env, 'PAGES_DIR'), '.release-reports.jsonl'),
    ...watchSettings(env),
    runtime: runtimeConfig(env, NO_LOCAL_SERVICE),
  };
}
