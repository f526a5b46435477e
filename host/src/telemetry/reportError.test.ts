import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { collectReports, MOST_REPORTS, reportError } from './reportError';

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

it('is silent about an abort', () => {
  const [warned, errors] = [warn(), error()];
  reportError(new DOMException('stopped', 'AbortError'), { area: 'here' });
  expect([warned.mock.calls, errors.mock.calls]).toEqual([[], []]);
});

it('sends each line to whoever collects them, and never a flood', () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const sendBeacon = jest.fn(() => true);
  Object.assign(navigator, { sendBeacon });
  reportError(new NetworkError(null), { area: 'test' });
  expect(sendBeacon).not.toHaveBeenCalled();
  collectReports('/reports');
  for (let count = 0; count < MOST_REPORTS + 5; count += 1)
    reportError(new NetworkError(null), { area: 'test' });
  collectReports(null);
  expect(MOST_REPORTS).toBe(20);
  expect(sendBeacon).toHaveBeenCalledTimes(20);
  expect(sendBeacon).toHaveBeenCalledWith('/reports', expect.any(Blob));
});
