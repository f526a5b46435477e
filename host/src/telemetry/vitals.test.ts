import { createVitals, type Vitals } from './vitals';

const entry = (entryType: string, startTime: number, more: object = {}) =>
  ({ entryType, startTime, duration: 0, name: '', toJSON: () => ({}), ...more }) as PerformanceEntry;

it('gives each vital to the release on the screen, and the first paint to the first one', () => {
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

it('takes the largest burst of shifts that nobody caused', () => {
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
