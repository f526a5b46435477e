/** What a person at the search box feels on a slow machine: frames that did not come, and the longest time nothing moved. */
import type { Page } from '@playwright/test';
import type { Probes } from './probes';

export interface Typing {
  /** Frames that should have been shown while letters were typed and were not. */
  dropped: number;
  frames: number;
  /** Tasks over 50 ms while typing, and until the rows had followed; milliseconds of the longest. */
  longTasks: number;
  longest: number;
  /** Milliseconds from a key to the picture that shows it: the median and the worst. */
  echo: number;
  worstEcho: number;
}

const FRAME_MS = 1000 / 60;
const SLOWDOWN = 4;
/** A quick typist. */
const KEY_MS = 110;
/** The debounce of the filters, the answer, and its rows. */
const FOLLOWING_MS = 2500;

/** @param box selector of what is typed into. */
export async function measureTyping(page: Page, box: string, text: string): Promise<Typing> {
  const cdp = await page.context().newCDPSession(page);
  const input = page.locator(box).first();
  await input.click();
  await page.waitForTimeout(500);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.evaluate(() => (globalThis as unknown as Probes).bench.watchFrames());
  await page.keyboard.type(text, { delay: KEY_MS });
  const typed = await page.evaluate(() => (globalThis as unknown as Probes).bench.seen.stamps.length);
  await page.waitForTimeout(FOLLOWING_MS);
  const { stamps, tasks, echoes } = await page.evaluate(() => (globalThis as unknown as Probes).bench.seen);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const steps = stamps.slice(1, typed).map((stamp, index) => stamp - (stamps[index] ?? stamp));
  const missed = (step: number) => Math.max(0, Math.round(step / FRAME_MS) - 1);
  const sorted = echoes.sort((a, b) => a - b);
  return {
    frames: typed,
    dropped: steps.reduce((sum, step) => sum + missed(step), 0),
    longTasks: tasks.length,
    longest: Math.max(0, ...tasks),
    echo: sorted[Math.floor(sorted.length / 2)] ?? 0,
    worstEcho: sorted.at(-1) ?? 0,
  };
}
