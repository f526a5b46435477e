import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { allowRelease } from '../federation/scriptPolicy';
import { collectReports, reportError } from './reportError';

const warn = () => jest.spyOn(console, 'warn').mockImplementation(() => undefined);
const error = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

it.each([
  ['a lost network', new NetworkError(null), {}],
  ["a server's error", new ApiError(500, null, '', null), {}],
  ['what the caller expected', new Error('no chunk'), { expected: true }],
])('warns of %s', (_name, failure, rest) => {
  const [warned, errors] = [warn(), error()];
  reportError(failure, { area: 'here', remote: 'memory', version: '1', ...rest });
  expect(errors).not.toHaveBeenCalled();
  const line = JSON.parse(warned.mock.calls[0]?.[0] as string) as object;
  expect(line).toMatchObject({ msg: 'dashboard failure', area: 'here', remote: 'memory', version: '1' });
});

it('calls a defect an error, with its stack', () => {
  const [warned, errors] = [warn(), error()];
  const defect = new TypeError('x is undefined');
  reportError(defect, { area: 'here' });
  expect(warned).not.toHaveBeenCalled();
  expect(errors).toHaveBeenCalledWith(expect.stringContaining('TypeError: x is undefined'), defect);
});

it('names remote and version by the address of the script', () => {
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

it('is silent about an abort, and about what the browser has printed', () => {
  const [warned, errors] = [warn(), error()];
  reportError(new DOMException('stopped', 'AbortError'), { area: 'here' });
  reportError(new Error('seen'), { area: 'uncaught', printed: true });
  expect([warned.mock.calls, errors.mock.calls]).toEqual([[], []]);
});

it('fetches the exporter for the first report that is collected', async () => {
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
