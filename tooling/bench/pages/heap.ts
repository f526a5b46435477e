/** Whether a tab that stays open for a day grows: what the page holds after many visits, garbage collected. */
import type { Page } from '@playwright/test';
import { timeToRows, type BenchPage } from './visited';

export interface Held {
  /** Bytes of JavaScript objects. */
  heap: number;
  nodes: number;
  listeners: number;
}

async function held(page: Page): Promise<Held> {
  const cdp = await page.context().newCDPSession(page);
  await page.waitForLoadState('networkidle');
  // Twice: what the first collection lets go of may hold more.
  for (let n = 0; n < 2; n++) await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  await cdp.detach();
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heap: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/** Visits every page so many times in turn; what is held after the tenth round and after the last. */
export async function measureHeap(
  page: Page,
  pages: readonly BenchPage[],
  rounds: number,
): Promise<{ early: Held; late: Held }> {
  let early: Held | null = null;
  for (let round = 1; round <= rounds; round++) {
    for (const one of pages) await timeToRows(page, one);
    if (round === Math.ceil(rounds / 5)) early = await held(page);
  }
  const late = await held(page);
  return { early: early ?? late, late };
}
