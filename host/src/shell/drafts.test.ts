import { createDrafts } from './drafts';

const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('lets everything happen while there is nothing to lose', async () => {
  const drafts = createDrafts();
  await expect(drafts.mayLose()).resolves.toBe(true);
  const release = drafts.hold('your reply');
  release();
  await expect(drafts.mayLose()).resolves.toBe(true);
  await expect(drafts.mayLoseInPlace()).resolves.toBe(true);
  expect([drafts.question.get(), drafts.thrownAway.get()]).toEqual([null, 0]);
});

it('asks about what a step would lose, and about nothing else', async () => {
  const drafts = createDrafts();
  drafts.hold('your reply');
  drafts.hold('your block', 'memory-block.detail');
  const going = drafts.mayLose(({ layer }) => layer === null);
  expect(drafts.question.get()?.drafts.map(({ what }) => what)).toEqual(['your reply']);
  drafts.question.get()?.answer(true);
  await expect(going).resolves.toBe(true);
  expect(drafts.get().map(({ what }) => what)).toEqual(['your block']);
  expect(drafts.question.get()).toBeNull();
});

it('keeps the draft when the person stays, and asks again the next time', async () => {
  const drafts = createDrafts();
  drafts.hold('your reply');
  for (const letGo of [false, true]) {
    const going = drafts.mayLose();
    drafts.question.get()?.answer(letGo);
    await expect(going).resolves.toBe(letGo);
  }
});

it('answers a second question while one is open with no', async () => {
  const drafts = createDrafts();
  drafts.hold('your reply');
  void drafts.mayLose();
  await expect(drafts.mayLose()).resolves.toBe(false);
  expect(drafts.question.get()).not.toBeNull();
});

it('counts drafts that are thrown away in place', async () => {
  const drafts = createDrafts();
  drafts.hold('your reply');
  void drafts.mayLoseInPlace();
  drafts.question.get()?.answer(true);
  await settle();
  expect(drafts.thrownAway.get()).toBe(1);
});

it('discards what a person lets go, and only that', async () => {
  const drafts = createDrafts();
  const discard = { page: jest.fn(() => releasePage()), dialog: jest.fn() };
  const releasePage = drafts.hold('your reply', null, discard.page);
  drafts.hold('your block', 'memory-block.detail', discard.dialog);
  for (const letGo of [false, true]) {
    const going = drafts.mayLose(({ layer }) => layer === null);
    expect(discard.page).not.toHaveBeenCalled();
    drafts.question.get()?.answer(letGo);
    await going;
  }
  expect(discard.page).toHaveBeenCalledTimes(1);
  expect(discard.dialog).not.toHaveBeenCalled();
  drafts.discardAll();
  expect(discard.dialog).toHaveBeenCalledTimes(1);
  expect(drafts.get()).toEqual([]);
});
