/** Counts long frames per remote, for the status panel and for one report per remote. */
import { reportError } from './reportError';

export interface Slowness {
  frames: number;
  /** Milliseconds. */
  longest: number;
}

const found = new Map<string, Slowness>();

/** Number of long frames after which a remote is reported. */
const REPORTED_AFTER = 5;

export function noteSlowness({ remote, version }: { remote: string; version: string }, ms: number): void {
  const { frames, longest } = found.get(remote) ?? { frames: 0, longest: 0 };
  const now = { frames: frames + 1, longest: Math.max(longest, Math.round(ms)) };
  found.set(remote, now);
  if (now.frames === REPORTED_AFTER) {
    reportError(`${remote} blocked ${now.frames} frames, for up to ${now.longest} ms.`, {
      area: 'long-frames',
      remote,
      version,
      expected: true,
      printed: true,
    });
  }
}

export const findSlowness = (remote: string): Slowness | null => found.get(remote) ?? null;
