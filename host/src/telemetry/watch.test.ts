import { allowRelease } from '../federation/scriptPolicy';
import { reportError } from './reportError';
import { findSlowness } from './slowness';
import { LONG_FRAME_MS, noteFrame, startWatch } from './watch';

const base = 'http://localhost:3001/1.0.0-abcd1234/';
const ours = { remote: 'memory', version: '1.0.0-abcd1234' };
const report = jest.mocked(reportError);

jest.mock('./reportError', () => ({ reportError: jest.fn() }));

beforeAll(() =>
  allowRelease('http://localhost:3001/1.0.0-abcd1234/', { remote: 'memory', version: '1.0.0-abcd1234' }),
);
beforeEach(() => report.mockClear());

it('names the part whose script violated the policy or threw an uncaught error', () => {
  const stop = startWatch();
  document.dispatchEvent(
    Object.assign(new Event('securitypolicyviolation'), {
      effectiveDirective: 'connect-src',
      blockedURI: 'https://evil.test',
      sourceFile: `${base}page.js`,
    }),
  );
  window.dispatchEvent(new ErrorEvent('error', { message: 'boom', filename: `${base}page.js` }));
  stop();
  window.dispatchEvent(new ErrorEvent('error', { message: 'later' }));
  expect(report.mock.calls).toEqual([
    [
      'The content security policy (connect-src) blocked https://evil.test.',
      { area: 'policy', ...ours, printed: true },
    ],
    ['boom', { area: 'uncaught', ...ours, printed: true }],
  ]);
});

it('attributes each long frame to its slowest script, and reports the fifth', () => {
  const frame = (duration: number, url: string) =>
    noteFrame({
      duration,
      scripts: [
        { sourceURL: 'http://localhost:3000/assets/main.js', duration: 5 },
        { sourceURL: url, duration: duration - 10 },
      ],
    });
  frame(LONG_FRAME_MS - 1, `${base}page.js`);
  frame(900, 'http://localhost:3000/assets/main.js');
  expect(findSlowness('memory')).toBeNull();
  for (const duration of [210, 340, 220, 230, 240]) frame(duration, `${base}page.js`);
  expect(findSlowness('memory')).toEqual({ frames: 5, longest: 340 });
  expect(report.mock.calls).toEqual([
    [
      'memory blocked 5 frames, for up to 340 ms.',
      { area: 'long-frames', ...ours, expected: true, printed: true },
    ],
  ]);
});
