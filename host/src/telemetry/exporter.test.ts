import { BATCH_MS, MOST_REPORTS, startExporter } from './exporter';
import { FORMATS } from './formats';
import type { FailureReport } from './report';
import { scrub } from './scrub';

const report: FailureReport = {
  time: 1_700_000_000_000,
  level: 'error',
  area: 'remote-page',
  remote: 'memory',
  version: '1.1.0-abc',
  name: 'TypeError',
  message: 'x is undefined',
  stack:
    'TypeError: x is undefined\n    at inner (http://f.test/1.1.0/a.js:1:2)\n    at http://f.test/1.1.0/b.js:3:4',
};
const program = { name: 'hindsight-dashboard', version: '1.0.0' };

it('keeps what says something about a person on the page', () => {
  expect(
    scrub(
      'ada@example.org 0d4c7f0e-1111-4222-8333-444455556666 https://a.test/join?token=abc#top:1 Bearer abcdefghijklmnopqrstuvwxyz0123456789',
      500,
    ),
  ).toBe('<email> <id> https://a.test/join:1 <secret>');
  expect(scrub('long', 2)).toBe('lo…');
});

describe('in batches', () => {
  let sent: { url: string; body: string }[];
  beforeEach(() => {
    jest.useFakeTimers();
    sent = [];
    globalThis.fetch = jest.fn(async (url, init) => {
      expect(init).toMatchObject({ method: 'POST', credentials: 'omit', keepalive: true });
      sent.push({ url: String(url), body: String(init?.body) });
      return {} as Response;
    });
  });
  afterEach(() => jest.useRealTimers());

  it('goes out after a pause, and at once when the page is hidden', () => {
    const { take } = startExporter({ telemetryUrl: '/reports', telemetryFormat: 'lines' });
    take(report);
    take(report);
    expect(sent).toEqual([]);
    jest.advanceTimersByTime(BATCH_MS);
    expect(sent.map(({ body }) => body.split('\n').length)).toEqual([2]);
    take(report);
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sent).toHaveLength(2);
  });

  it('never floods, and stays below what a closing page may send', () => {
    const { take } = startExporter({ telemetryUrl: '/reports', telemetryFormat: 'otlp' });
    const word = 'a word and '.repeat(2000);
    for (let count = 0; count < MOST_REPORTS + 5; count++) take({ ...report, message: word, stack: word });
    jest.advanceTimersByTime(BATCH_MS);
    expect([MOST_REPORTS, sent.length]).toEqual([20, 1]);
    expect(sent[0]?.body.match(/exception\.type/g)).toHaveLength(20);
    expect(sent[0]?.body.length).toBeLessThan(64_000);
  });
});

it("writes OpenTelemetry's logs", () => {
  const [request] = FORMATS.otlp('https://otel.test/v1/logs', [report], program);
  expect(request).toMatchObject({ url: 'https://otel.test/v1/logs', type: 'application/json' });
  const { resourceLogs } = JSON.parse(request!.body) as {
    resourceLogs: { resource: object; scopeLogs: { logRecords: object[] }[] }[];
  };
  expect(resourceLogs[0]?.resource).toEqual({
    attributes: [
      { key: 'service.name', value: { stringValue: 'hindsight-dashboard' } },
      { key: 'service.version', value: { stringValue: '1.0.0' } },
    ],
  });
  expect(resourceLogs[0]?.scopeLogs[0]?.logRecords[0]).toMatchObject({
    timeUnixNano: '1700000000000000000',
    severityNumber: 17,
    attributes: expect.arrayContaining([
      { key: 'hindsight.remote.version', value: { stringValue: '1.1.0-abc' } },
    ]) as unknown,
  });
});

it("writes one of Sentry's envelopes for each report", () => {
  const parcels = FORMATS.sentry('https://key@errors.test/base/7', [report, report], program);
  expect(parcels.map(({ url }) => url)).toEqual(
    Array(2).fill('https://errors.test/base/api/7/envelope/?sentry_key=key&sentry_version=7'),
  );
  const [head, kind, event] = parcels[0]!.body
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(kind).toEqual({ type: 'event' });
  expect(event).toMatchObject({
    event_id: head?.['event_id'],
    level: 'error',
    release: 'hindsight-dashboard@1.0.0',
    tags: { area: 'remote-page', remote: 'memory', remote_version: '1.1.0-abc' },
  });
  expect(JSON.stringify(event)).toContain(
    '"frames":[{"filename":"http://f.test/1.1.0/b.js","lineno":3,"colno":4},{"filename":"http://f.test/1.1.0/a.js","function":"inner","lineno":1,"colno":2}]',
  );
});
