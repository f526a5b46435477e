/** Distinguishes the echo of a component's own write from an external change. */
import { useState } from 'react';

/**
 * A written value comes back later, when the person may have typed more. Such an echo must not replace the input, while an external change
 * (Back, a link, Clear all) must.
 * @param value current external value. @param onOtherChange runs during render, so it may only set the component's own state.
 * @returns a function that announces a written value, whose echo will arrive.
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
    // Changed and reverted before an echo arrived: nothing is pending.
    setAwaited(NONE);
  }
  return (written) => setAwaited((now) => [...now, written]);
}

const NONE: readonly string[] = [];
