/** Reads `/config.json` value by value: a wrong one costs only itself and is reported in one sentence. */
import type { FeatureFlag } from '../registry/descriptor';
import { parseFlag } from './flagText';

const FORMATS = ['lines', 'otlp', 'sentry'] as const;
export type TelemetryFormat = (typeof FORMATS)[number];

export interface RuntimeConfig {
  /** Base of every call: a path of this site or an http(s) address. */
  readonly apiBase: string;
  /** Features of the installation; what `/user-info` answers for the person wins. */
  readonly flags: Readonly<Record<FeatureFlag, boolean>>;
  /** Milliseconds between refreshes of an invitation list. */
  readonly invitationRefreshMs: number;
  /** Page for donations; null when none is configured. */
  readonly donateUrl: string | null;
  /** Mail address for when the support form cannot be used; null when none is configured. */
  readonly supportEmail: string | null;
  /** Receives the reports of failures, in the form of `telemetryFormat`; null when none are collected. */
  readonly telemetryUrl: string | null;
  /** `lines`: JSON lines. `otlp`: logs of OpenTelemetry, the address of `/v1/logs`. `sentry`: envelopes, the address is the DSN. */
  readonly telemetryFormat: TelemetryFormat;
  /** Origins that one remote may be pointed at in a tab, e.g. `http://localhost:*`; empty in production. */
  readonly overrideOrigins: readonly string[];
  /** Where the service itself listens on a developer's machine, for reads that the gateway could not carry. */
  readonly localBackendPort: number;
  /** Set on a developer's machine only: the identity for calls without a sign-in. */
  readonly developer: { readonly email: string; readonly name: string } | null;
}

export const DEFAULT_CONFIG: RuntimeConfig = {
  apiBase: '/api',
  flags: { llmEnabled: true, consolidationEnabled: true, pruningEnabled: true, archivedEnabled: true },
  invitationRefreshMs: 30_000,
  donateUrl: null,
  supportEmail: null,
  telemetryUrl: null,
  telemetryFormat: 'lines',
  overrideOrigins: [],
  localBackendPort: 8000,
  developer: null,
};

const DEFAULT_DEVELOPER = { email: 'dev@localhost', name: 'Development User' };

/** Answers the value, or null when it is not what the key expects. */
type Reader<T> = (value: unknown) => T | null;

const readText = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const flag: Reader<boolean> = (value) =>
  typeof value === 'boolean' ? value : typeof value === 'string' ? parseFlag(value) : null;
const positive: Reader<number> = (value) => {
  const number = typeof value === 'number' ? value : Number(readText(value) || Number.NaN);
  return Number.isFinite(number) && number > 0 ? number : null;
};
const port: Reader<number> = (value) => {
  const number = positive(value);
  return number !== null && Number.isInteger(number) && number <= 65_535 ? number : null;
};
const webAddress: Reader<string> = (value) =>
  /^https?:\/\/[^\s/]\S*$/i.test(readText(value)) ? readText(value) : null;
const ownPath: Reader<string> = (value) =>
  /^\/(?![/\\])\S*$/.test(readText(value)) ? readText(value) : null;
const address: Reader<string> = (value) => ownPath(value) ?? webAddress(value);
const mailbox: Reader<string> = (value) =>
  /^[^\s@]+@[^\s@]+$/.test(readText(value)) ? readText(value) : null;
/** Origins in a list, or in a text with spaces or commas between them. */
const origins: Reader<readonly string[]> = (value) => {
  const list = Array.isArray(value) ? value.map(readText) : readText(value).split(/[\s,]+/);
  return list.every((one) => /^https?:\/\/[a-z0-9.-]+(:(\d+|\*))?$/i.test(one)) ? list : null;
};
const format: Reader<TelemetryFormat> = (value) =>
  FORMATS.find((one) => one === readText(value).toLowerCase()) ?? null;
const name: Reader<string> = (value) => readText(value) || null;

interface ReadConfig {
  config: RuntimeConfig;
  /** One sentence for each wrong value, e.g. for the log. */
  complaints: string[];
}

/** @param source the parsed file; absent and empty values become defaults, wrong ones too, with a complaint. */
export function readRuntimeConfig(source: unknown): ReadConfig {
  const complaints: string[] = [];
  if (typeof source !== 'object' || source === null || Array.isArray(source)) {
    return { config: DEFAULT_CONFIG, complaints: ['config.json is not an object. The defaults are used.'] };
  }
  const values = source as Record<string, unknown>;
  function take<T>(key: string, read: Reader<T>, expected: string, standard: T): T {
    const value = values[key];
    // An empty switch is off by the product's rule; every other empty value is none.
    if (value === undefined || value === null || (value === '' && read !== (flag as Reader<unknown>)))
      return standard;
    const result = read(value);
    if (result !== null) return result;
    complaints.push(`${key} must be ${expected}, not ${JSON.stringify(value)}. The default is used.`);
    return standard;
  }
  const readFlag = (key: string, which: FeatureFlag) =>
    take(key, flag, 'true or false', DEFAULT_CONFIG.flags[which]);
  const orNull = (key: string, read: Reader<string>, expected: string) =>
    take<string | null>(key, read, expected, null);
  const developer = take('DEV_MODE', flag, 'true or false', false) && {
    email: take('DEV_LOCAL_EMAIL', mailbox, 'an email address', DEFAULT_DEVELOPER.email),
    name: take('DEV_LOCAL_NAME', name, 'a name', DEFAULT_DEVELOPER.name),
  };
  return {
    complaints,
    config: {
      apiBase: take(
        'HINDSIGHT_SERVICE_API_URL',
        address,
        'a path or an http(s) address',
        DEFAULT_CONFIG.apiBase,
      ),
      flags: {
        llmEnabled: readFlag('LLM_FEATURES_ENABLED', 'llmEnabled'),
        consolidationEnabled: readFlag('FEATURE_CONSOLIDATION_ENABLED', 'consolidationEnabled'),
        pruningEnabled: readFlag('FEATURE_PRUNING_ENABLED', 'pruningEnabled'),
        archivedEnabled: readFlag('FEATURE_ARCHIVED_ENABLED', 'archivedEnabled'),
      },
      invitationRefreshMs: take(
        'INVITATIONS_REFRESH_MS',
        positive,
        'a positive number of milliseconds',
        DEFAULT_CONFIG.invitationRefreshMs,
      ),
      donateUrl: orNull('DONATE_URL', webAddress, 'an http(s) address'),
      supportEmail: orNull('SUPPORT_EMAIL', mailbox, 'an email address'),
      telemetryUrl: orNull('TELEMETRY_URL', address, 'a path or an http(s) address'),
      telemetryFormat: take(
        'TELEMETRY_FORMAT',
        format,
        'lines, otlp or sentry',
        DEFAULT_CONFIG.telemetryFormat,
      ),
      overrideOrigins: take(
        'REMOTE_OVERRIDE_ORIGINS',
        origins,
        'a list of origins like http://localhost:3001 or http://localhost:*',
        DEFAULT_CONFIG.overrideOrigins,
      ),
      localBackendPort: take(
        'LOCAL_BACKEND_PORT',
        port,
        'a port from 1 to 65535',
        DEFAULT_CONFIG.localBackendPort,
      ),
      developer: developer || null,
    },
  };
}
