import { untilNextTask } from './untilNextTask';

type Global = { scheduler?: { yield(): Promise<void> } };

afterEach(() => {
  delete (globalThis as Global).scheduler;
});

it.each([
  [
    'with a scheduler',
    () => ((globalThis as Global).scheduler = { yield: () => new Promise((r) => setTimeout(r)) }),
  ],
  ['without one', () => undefined],
])('lets what waits run first, %s', async (_, prepare) => {
  prepare();
  const ran: string[] = [];
  setTimeout(() => ran.push('waiting'));
  await untilNextTask();
  expect(ran).toEqual(['waiting']);
});
