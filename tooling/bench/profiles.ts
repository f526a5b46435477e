/** The machines and lines that a first load is measured on. */
import type { BrowserContextOptions } from '@playwright/test';

export interface Profile {
  name: string;
  /** As the tables say it. */
  title: string;
  context: BrowserContextOptions;
  /** Added round-trip time in milliseconds, and bytes per second in both directions; null: as fast as the machine is. */
  line: { latency: number; throughput: number } | null;
  /** How many times slower than this machine. */
  slowdown: number;
}

const megabits = (count: number) => (count * 1_000_000) / 8;

export const PROFILES: readonly Profile[] = [
  {
    name: 'desktop',
    title: 'desktop, neither line nor processor slowed down',
    context: { viewport: { width: 1440, height: 900 } },
    line: null,
    slowdown: 1,
  },
  {
    name: 'mobile',
    title: 'mobile: a quarter of the processor, 1.6 Mbit/s, 150 ms',
    context: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    line: { latency: 150, throughput: megabits(1.6) },
    slowdown: 4,
  },
];
