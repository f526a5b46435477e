import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { organizationHash } from '@hindsight/shared-contracts/registry';
import { ReleaseReport } from '@hindsight/shared-contracts/reports';
import type { Federation } from '../federation/federation';
import { allowRelease } from '../federation/scriptPolicy';
import { exampleRelease } from '../federation/testing';
import { memoryStorage } from '../session/storage';
import { createStore } from '../state/store';
import { BATCH_MS, MOST_REPORTS, startExporter } from './exporter';
import { FORMATS } from './formats';
import { currentFailures } from './releaseFailures';
import { startReleaseReports } from './releaseReports';
import type { FailureReport } from './report';
import { collectReports, reportError } from './reportError';
import { scrub } from './scrub';
import { createVitals } from './vitals';
import type { Vitals } from './vitals';

describe('exporter', () => {
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

  it('removes personal data', () => {
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

    it('sends after a delay, and at once when the page is hidden', () => {
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

    it('limits the number of reports and stays below the size limit of a closing page', () => {
      const { take } = startExporter({ telemetryUrl: '/reports', telemetryFormat: 'otlp' });
      const word = 'a word and '.repeat(2000);
      for (let count = 0; count < MOST_REPORTS + 5; count++) take({ ...report, message: word, stack: word });
      jest.advanceTimersByTime(BATCH_MS);
      expect([MOST_REPORTS, sent.length]).toEqual([20, 1]);
      expect(sent[0]?.body.match(/exception\.type/g)).toHaveLength(20);
      expect(sent[0]?.body.length).toBeLessThan(64_000);
    });
  });

  it('encodes OpenTelemetry logs', () => {
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

  it('encodes one Sentry envelope per report', () => {
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
});

describe('releaseReports', () => {
  const release = exampleRelease();
  const organizationId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
  const workspace = createStore({ scope: { organizationId } });

  function page(override: string | null = null) {
    const registry = { remotes: { memory: release } };
    const status = [{ name: 'memory', channel: override ? 'override' : 'canary', override, release }];
    return {
      registry: { get: () => ({ registry }), releaseFor: () => release },
      remotes: { state: () => ({ status: 'ready' }), subscribe: () => () => undefined },
      releases: { manager: async () => ({ status: () => status }) },
    } as unknown as Federation;
  }

  let sent: ReleaseReport[];
  let stop = () => undefined as void;
  const count = () => sent.at(-1)?.releases[0];

  // Failures are counted for the lifetime of a page; these tests start a new page.
  beforeAll(() => (currentFailures() as Map<string, unknown>).clear());
  beforeEach(() => {
    jest.useFakeTimers();
    sent = [];
    globalThis.fetch = jest.fn(async (_url, init) => {
      expect(init).toMatchObject({ credentials: 'same-origin', keepalive: true });
      sent.push(ReleaseReport.parse(JSON.parse(String(init?.body))));
      return {} as Response;
    });
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    window.history.replaceState(null, '', '/dashboard');
  });
  afterEach(() => {
    stop();
    jest.useRealTimers();
  });

  it('reports loads and failures of a release when they change, and adds up across a reload', async () => {
    const storage = memoryStorage();
    stop = startReleaseReports(page(), workspace, storage);
    await jest.advanceTimersByTimeAsync(50_000);
    const { version } = release;
    expect(sent).toEqual([
      {
        tab: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        organization: organizationHash(organizationId),
        page: '/dashboard',
        releases: [{ remote: 'memory', version, channel: 'canary', loads: 1, failures: 0, longTasks: 0 }],
      },
    ]);
    reportError(new Error('boom\n of ada@example.org'), { area: 'remote-page', remote: 'memory', version });
    await jest.advanceTimersByTimeAsync(20_000);
    expect(count()).toMatchObject({ loads: 1, failures: 1, reason: 'boom of <email>' });
    stop();
    stop = startReleaseReports(page(), workspace, storage);
    await jest.advanceTimersByTimeAsync(3000);
    expect(count()).toMatchObject({ loads: 2, failures: 2, reason: 'boom of <email>' });
    expect(new Set(sent.map(({ tab }) => tab)).size).toBe(1);
  });

  it('includes the location of the error, within the maximum length of a reason', async () => {
    stop = startReleaseReports(page(), workspace, memoryStorage());
    const { version, baseUrl } = release;
    const error = new Error('long '.repeat(100));
    error.stack = `Error: long\n    at http://localhost:3000/assets/1/main.js:1:9\n    at Page (${baseUrl}assets/page.ab12.js?retry=1:2:345)`;
    reportError(error, { area: 'remote-page', remote: 'memory', version });
    await jest.advanceTimersByTimeAsync(20_000);
    expect(count()?.reason).toMatch(/^long .*… \(assets\/page\.ab12\.js:2:345\)$/);
  });

  it('sends a heartbeat every minute while the page is in use', async () => {
    stop = startReleaseReports(page(), workspace, memoryStorage());
    await jest.advanceTimersByTimeAsync(100_000);
    expect(sent).toHaveLength(2);
  });

  it("reports nothing about a developer's override in this tab", async () => {
    stop = startReleaseReports(page('http://localhost:4000/'), workspace, memoryStorage());
    await jest.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
  });
});

describe('reportError', () => {
  const warn = () => jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const error = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

  it.each([
    ['a lost network', new NetworkError(null), {}],
    ["a server's error", new ApiError(500, null, '', null), {}],
    ['what the caller expected', new Error('no chunk'), { expected: true }],
  ])('warns about %s', (_name, failure, rest) => {
    const [warned, errors] = [warn(), error()];
    reportError(failure, { area: 'here', remote: 'memory', version: '1', ...rest });
    expect(errors).not.toHaveBeenCalled();
    const line = JSON.parse(warned.mock.calls[0]?.[0] as string) as object;
    expect(line).toMatchObject({ msg: 'dashboard failure', area: 'here', remote: 'memory', version: '1' });
  });

  it('logs a defect as an error, with its stack', () => {
    const [warned, errors] = [warn(), error()];
    const defect = new TypeError('x is undefined');
    reportError(defect, { area: 'here' });
    expect(warned).not.toHaveBeenCalled();
    expect(errors).toHaveBeenCalledWith(expect.stringContaining('TypeError: x is undefined'), defect);
  });

  it("identifies remote and version by the script's URL", () => {
    const errors = error();
    allowRelease('http://localhost:3001/1.0.0-abcd1234/', { remote: 'memory', version: '1.0.0-abcd1234' });
    const defect = Object.assign(new Error('boom'), {
      stack: 'Error: boom\n    at f (http://localhost:3001/1.0.0-abcd1234/page-dashboard.1.js:1:20)',
    });
    reportError(defect, { area: 'react' });
    expect(JSON.parse(errors.mock.calls[0]?.[0] as string)).toMatchObject({
      remote: 'memory',
      version: '1.0.0-abcd1234',
    });
  });

  it('ignores aborts and errors that the browser has already logged', () => {
    const [warned, errors] = [warn(), error()];
    reportError(new DOMException('stopped', 'AbortError'), { area: 'here' });
    reportError(new Error('seen'), { area: 'uncaught', printed: true });
    expect([warned.mock.calls, errors.mock.calls]).toEqual([[], []]);
  });

  it('loads the exporter with the first collected report', async () => {
    warn();
    jest.useFakeTimers();
    const send = jest.fn(async () => ({}) as Response);
    globalThis.fetch = send;
    reportError(new NetworkError(null), { area: 'uncollected' });
    collectReports({ telemetryUrl: '/reports', telemetryFormat: 'lines' });
    reportError(new NetworkError(null), { area: 'collected' });
    await jest.advanceTimersByTimeAsync(6000);
    collectReports({ telemetryUrl: null, telemetryFormat: 'lines' });
    expect(send).toHaveBeenCalledTimes(1);
    expect(send).toHaveBeenCalledWith('/reports', expect.objectContaining({ method: 'POST' }));
    jest.useRealTimers();
  });
});

describe('vitals', () => {
  const entry = (entryType: string, startTime: number, more: object = {}) =>
    ({ entryType, startTime, duration: 0, name: '', toJSON: () => ({}), ...more }) as PerformanceEntry;

  it('attributes each vital to the release on screen, and the paint to the first one', () => {
    const [first, second]: Vitals[] = [{}, {}];
    let owner: Vitals | null = first!;
    const { note } = createVitals(() => owner);
    note(entry('largest-contentful-paint', 812.4));
    owner = second!;
    note(entry('largest-contentful-paint', 900));
    note(entry('event', 1000, { duration: 120, interactionId: 7 }));
    note(entry('event', 1100, { duration: 80, interactionId: 8 }));
    note(entry('event', 1200, { duration: 999, interactionId: 0 }));
    owner = null;
    note(entry('event', 1300, { duration: 999, interactionId: 9 }));
    expect([first, second]).toEqual([{ lcp: 900 }, { inp: 120 }]);
  });

  it('takes the largest burst of layout shifts without recent input', () => {
    const owner: Vitals = {};
    const { note } = createVitals(() => owner);
    const shift = (at: number, value: number, hadRecentInput = false) =>
      note(entry('layout-shift', at, { value, hadRecentInput }));
    shift(100, 0.1);
    shift(600, 0.2);
    shift(700, 5, true);
    expect(owner.cls).toBeCloseTo(0.3);
    shift(3000, 0.25);
    expect(owner.cls).toBeCloseTo(0.3);
  });
});
