/** Light, dark or the system's choice: stored in the browser and applied to the document. */
import { useSyncExternalStore } from 'react';

export type ThemeMode = 'light' | 'dark' | 'system';
export type ResolvedTheme = 'light' | 'dark';

/** Where the choice is kept. The host's boot script reads the same key before the first paint. */
export const THEME_KEY = 'hindsight.theme';

const listeners = new Set<() => void>();
let chosen: ThemeMode | null = null;

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

function readMode(): ThemeMode {
  try {
    const value = localStorage.getItem(THEME_KEY);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    // Storage can be forbidden; the system's choice is the answer then.
    return 'system';
  }
}

function mode(): ThemeMode {
  return (chosen ??= readMode());
}

function resolveTheme(): ResolvedTheme {
  if (mode() !== 'system') return mode() as ResolvedTheme;
  return systemIsDark().matches ? 'dark' : 'light';
}

function applyTheme(): void {
  const theme = resolveTheme();
  document.documentElement.classList.toggle('theme-dark', theme === 'dark');
  document.documentElement.classList.toggle('theme-light', theme === 'light');
  listeners.forEach((listener) => listener());
}

function rereadFromOtherTab(event: StorageEvent): void {
  if (event.key !== THEME_KEY && event.key !== null) return;
  chosen = readMode();
  applyTheme();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    systemIsDark().addEventListener('change', applyTheme);
    window.addEventListener('storage', rereadFromOtherTab);
    // The document has the theme from before the first paint, and the system may have changed its mind since.
    applyTheme();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    systemIsDark().removeEventListener('change', applyTheme);
    window.removeEventListener('storage', rereadFromOtherTab);
  };
}

/** Chooses a theme for this browser. Without storage it lasts until the page is left. */
export function setThemeMode(next: ThemeMode): void {
  chosen = next;
  try {
    if (next === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, next);
  } catch {
    // Full or forbidden storage costs the memory of the choice, not the choice.
  }
  applyTheme();
}

/** The person's choice, what it comes to now, and how to change it. */
export function useThemeMode(): { mode: ThemeMode; resolved: ResolvedTheme; setMode(mode: ThemeMode): void } {
  return {
    // What a server can know; the document's class is right before the first paint all the same.
    mode: useSyncExternalStore(subscribe, mode, () => 'system'),
    resolved: useSyncExternalStore(subscribe, resolveTheme, () => 'light'),
    setMode: setThemeMode,
  };
}
