/** What `inPage.js` puts on the measured page, and how it gets there. */
import path from 'node:path';

export interface Probes {
  bench: {
    /** Milliseconds from the click that was watched to its rows. */
    rows: Promise<number>;
    watchRows(path: string, ready: string): void;
    /** Times of frames, and milliseconds of tasks over 50 and from key to picture. */
    seen: { stamps: number[]; tasks: number[]; echoes: number[] };
    watchFrames(): void;
  };
}

/** For `addInitScript`: every document gets it before its own scripts. */
export const PROBES = { path: path.join(import.meta.dirname, 'inPage.js') };
