/** Tells the echo of an own write from a change by others. */
import { useState } from 'react';

/**
 * A value that is written elsewhere comes back later, when the person may have typed on: such an echo must not replace what
 * is being typed, while a change by others (Back, a link, Clear all) must.
 * @param value as it came back. @param onOtherChange runs while rendering, so it may set the component's own state alone.
 * @returns announces a value that is written and will come back.
 */
export function useEcho(value: string, onOtherChange: (value: string) => void): (written: string) => void {
  const [seen, setSeen] = useState(value);
  const [awaited, setAwaited] = useState<readonly string[]>(NONE);
  if (value !== seen) {
    setSeen(value);
    const echo = awaited.indexOf(value);
    setAwaited(echo < 0 ? NONE : awaited.slice(echo + 1));
    if (echo < 0) onOtherChange(value);
  } else if (awaited.at(-1) === value) {
    // Written to and fro before anything came back: nothing is left to wait for.
    setAwaited(NONE);
  }
  return (written) => setAwaited((now) => [...now, written]);
}

const NONE: readonly string[] = [];
