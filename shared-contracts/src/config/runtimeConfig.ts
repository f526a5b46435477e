/** Reads `/config.json` value by value: an invalid one falls back to its default alone and is reported in one sentence. */
import type { FeatureFlag } from '../registry/descriptor';
import { parseFlag } from './flagText';

const FORMATS = ['lines', 'otlp', 'sentry'] as const;
export type TelemetryFormat = (typeof FORMATS)[number];

export interface RuntimeConfig {
  /** Base URL of every call: a path on this site or an http(s) URL. */
  readonly apiBase: string;
  /** Feature flags of the installation; `/user-info` overrides them per person. */
  readonly flags: Readonly<Record<FeatureFlag, boolean>>;
  /** Milliseconds between refreshes of an invitation list. */
  readonly invitationRefreshMs: number;
  /** Donation page; null if not configured. */
  readonly donateUrl: string | null;
  /** Contact email for when the support form is unavailable; null if not configured. */
  readonly supportEmail: string | null;
  /** Endpoint for error reports in `telemetryFormat`; null if none are collected. */
  readonly telemetryUrl: string | null;
  /** `lines`: JSON lines. `otlp`: OpenTelemetry logs, with the URL of `/v1/logs`. `sentry`: envelopes, with the DSN as the URL. */
  readonly telemetryFormat: TelemetryFormat;
  /** Origins that a tab may load a remote from instead, e.g. `http://localhost:*`; empty in production. */
  readonly overrideOrigins: readonly string[];
  /** Port of the service on a developer's machine, for reads that failed at the gateway. */
  readonly localBackendPort: number;
  /** Identity for calls without a sign-in; set on developers' machines only. */
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

/** Returns the parsed value, or null if it is invalid for the key. */
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
/** A list of origins, or text with origins separated by spaces or commas. */
const origins: Reader<readonly string[]> = (value) => {
  const list = Array.isArray(value) ? value.map(readText) : readText(value).split(/[\s,]+/);
  return list.every((one) => /^https?:\/\/[a-z0-9.-]+(:(\d+|\*))?$/i.test(one)) ? list : null;
};
const format: Reader<TelemetryFormat> = (value) =>
  FORMATS.find((one) => one === readText(value).toLowerCase()) ?? null;
const name: Reader<string> = (value) => readText(value) || null;

interface ReadConfig {
  config: RuntimeConfig;
  /** One sentence per invalid value, e.g. for the log. */
  complaints: string[];
}

/** @param source the parsed file. Absent and empty values get defaults; so do invalid ones, which are also reported. */
export function readRuntimeConfig(source: unknown): ReadConfig {
  const complaints: string[] = [];
  if (typeof source !== 'object' || source === null || Array.isArray(source)) {
    return { config: DEFAULT_CONFIG, complaints: ['config.json is not an object. The defaults are used.'] };
  }
  const values = source as Record<string, unknown>;
  function readField<T>(key: string, read: Reader<T>, expected: string, standard: T): T {
    const value = values[key];
    // By the product's rule an empty switch is off; any other empty value counts as absent.
    if (value === undefined || value === null || (value === '' && read !== (flag as Reader<unknown>)))
      return standard;
    const result = read(value);
    if (result !== null) return result;
    complaints.push(`${key} must be ${expected}, not ${JSON.stringify(value)}. The default is used.`);
    return standard;
  }
  const readFlag = (key: string, which: FeatureFlag) =>
    readField(key, flag, 'true or false', DEFAULT_CONFIG.flags[which]);
  const orNull = (key: string, read: Reader<string>, expected: string) =>
    readField<string | null>(key, read, expected, null);
  const developer = readField('DEV_MODE', flag, 'true or false', false) && {
    email: readField('DEV_LOCAL_EMAIL', mailbox, 'an email address', DEFAULT_DEVELOPER.email),
    name: readField('DEV_LOCAL_NAME', name, 'a name', DEFAULT_DEVELOPER.name),
  };
  return {
    complaints,
    config: {
      apiBase: readField(
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
      invitationRefreshMs: readField(
        'INVITATIONS_REFRESH_MS',
        positive,
        'a positive number of milliseconds',
        DEFAULT_CONFIG.invitationRefreshMs,
      ),
      donateUrl: orNull('DONATE_URL', webAddress, 'an http(s) address'),
      supportEmail: orNull('SUPPORT_EMAIL', mailbox, 'an email address'),
      telemetryUrl: orNull('TELEMETRY_URL', address, 'a path or an http(s) address'),
      telemetryFormat: readField(
        'TELEMETRY_FORMAT',
        format,
        'lines, otlp or sentry',
        DEFAULT_CONFIG.telemetryFormat,
      ),
      overrideOrigins: readField(
        'REMOTE_OVERRIDE_ORIGINS',
        origins,
        'a list of origins like http://localhost:3001 or http://localhost:*',
        DEFAULT_CONFIG.overrideOrigins,
      ),
      localBackendPort: readField(
        'LOCAL_BACKEND_PORT',
        port,
        'a port from 1 to 65535',
        DEFAULT_CONFIG.localBackendPort,
      ),
      developer: developer || null,
    },
  };
}
