import { DEFAULT_CONFIG, parseFlag, readRuntimeConfig } from '.';

it.each([
  ['', false],
  ['0', false],
  [' False ', false],
  ['NO', false],
  ['off', false],
  ['1', true],
  ['TRUE', true],
  [' yes ', true],
  ['On', true],
  ['maybe', null],
  ['2', null],
])('parses the switch "%s" as %s', (text, expected) => {
  expect(parseFlag(text)).toBe(expected);
});

it('has the defaults of the spec', () => {
  expect(DEFAULT_CONFIG).toMatchObject({
    apiBase: '/api',
    flags: { llmEnabled: true, consolidationEnabled: true, pruningEnabled: true, archivedEnabled: true },
    invitationRefreshMs: 30_000,
    localBackendPort: 8000,
  });
  expect(readRuntimeConfig({})).toEqual({ config: DEFAULT_CONFIG, complaints: [] });
});

it('reads every value, including values given as text', () => {
  const { config, complaints } = readRuntimeConfig({
    HINDSIGHT_SERVICE_API_URL: 'https://api.example.org',
    LLM_FEATURES_ENABLED: false,
    FEATURE_CONSOLIDATION_ENABLED: 'off',
    FEATURE_PRUNING_ENABLED: '',
    FEATURE_ARCHIVED_ENABLED: 'yes',
    INVITATIONS_REFRESH_MS: '5000',
    DONATE_URL: 'https://give.example.org/coffee',
    SUPPORT_EMAIL: 'help@example.org',
    TELEMETRY_URL: '/reports',
    TELEMETRY_FORMAT: 'OTLP',
    REMOTE_OVERRIDE_ORIGINS: 'http://localhost:*, https://builds.example.org',
    LOCAL_BACKEND_PORT: '8100',
    DEV_MODE: 'true',
  });
  expect(complaints).toEqual([]);
  expect(config).toEqual({
    apiBase: 'https://api.example.org',
    flags: { llmEnabled: false, consolidationEnabled: false, pruningEnabled: false, archivedEnabled: true },
    invitationRefreshMs: 5000,
    donateUrl: 'https://give.example.org/coffee',
    supportEmail: 'help@example.org',
    telemetryUrl: '/reports',
    telemetryFormat: 'otlp',
    overrideOrigins: ['http://localhost:*', 'https://builds.example.org'],
    localBackendPort: 8100,
    developer: { email: 'dev@localhost', name: 'Development User' },
  });
});

it.each([
  ['HINDSIGHT_SERVICE_API_URL', 'javascript:alert(1)'],
  ['HINDSIGHT_SERVICE_API_URL', '//elsewhere.example'],
  ['LLM_FEATURES_ENABLED', 'perhaps'],
  ['FEATURE_PRUNING_ENABLED', 3],
  ['INVITATIONS_REFRESH_MS', -1],
  ['INVITATIONS_REFRESH_MS', 0],
  ['INVITATIONS_REFRESH_MS', Number.POSITIVE_INFINITY],
  ['INVITATIONS_REFRESH_MS', 'soon'],
  ['DONATE_URL', 'javascript:alert(1)'],
  ['SUPPORT_EMAIL', 'nobody'],
  ['LOCAL_BACKEND_PORT', 70000],
  ['TELEMETRY_FORMAT', 'xml'],
  ['REMOTE_OVERRIDE_ORIGINS', '*'],
  ['REMOTE_OVERRIDE_ORIGINS', ['http://localhost:3001/folder']],
  ['REMOTE_OVERRIDE_ORIGINS', "https://a.example'; script-src *"],
])('reports in one sentence that %s is %j, and uses the default', (key, value) => {
  const { config, complaints } = readRuntimeConfig({ [key]: value, UNKNOWN_NAME: 'x' });
  expect(config).toEqual(DEFAULT_CONFIG);
  expect(complaints).toEqual([
    expect.stringMatching(new RegExp(`^${key} must be .*The default is used\\.$`)),
  ]);
});

it.each([null, 'text', []])('uses the defaults when the file is %j', (source) => {
  expect(readRuntimeConfig(source)).toEqual({ config: DEFAULT_CONFIG, complaints: [expect.any(String)] });
});
