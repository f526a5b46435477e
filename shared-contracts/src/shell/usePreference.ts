/** A display preference stored in this browser, e.g. cards or a table. Never for workspace data. */
import { useCallback, useState } from 'react';

const PREFIX = 'hindsight.preference.';

/** Storage may be full or forbidden; a lost preference is not a failure. */
function read(name: string): string | null {
  try {
    return window.localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    window.localStorage.setItem(PREFIX + name, value);
  } catch {
    // The choice then lasts as long as the page.
  }
}

/**
 * A single-choice preference.
 * @param name of the preference, e.g. `memory-blocks.view`.
 * @param choices allowed values, the default first; an invalid stored value counts as the default.
 */
export function usePreference<const T extends string>(
  name: string,
  choices: readonly [T, ...T[]],
): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    const stored = read(name);
    return choices.find((choice) => choice === stored) ?? choices[0];
  });
  const choose = useCallback(
    (next: T) => {
      setValue(next);
      write(name, next);
    },
    [name],
  );
  return [value, choose];
}

/**
 * A multiple-choice preference, e.g. the columns of a table.
 * @param fallback used until a person chooses.
 */
export function useChoices<const T extends string>(
  name: string,
  choices: readonly T[],
  fallback: readonly T[],
): [readonly T[], (values: readonly T[]) => void] {
  const [values, setValues] = useState<readonly T[]>(() => {
    const stored = read(name)?.split(',');
    return stored ? choices.filter((choice) => stored.includes(choice)) : fallback;
  });
  const choose = useCallback(
    (next: readonly T[]) => {
      setValues(next);
      write(name, next.join(','));
    },
    [name],
  );
  return [values, choose];
}
