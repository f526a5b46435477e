/** Light, dark or system theme: stored in the browser and applied to the document. */
import { useSyncExternalStore } from 'react';

export type ThemeMode = 'light' | 'dark' | 'system';
export type ResolvedTheme = 'light' | 'dark';

/** Storage key of the choice. The host's boot script reads it before the first paint. */
export const THEME_KEY = 'hindsight.theme';

const listeners = new Set<() => void>();
let chosen: ThemeMode | null = null;

const systemIsDark = () => window.matchMedia('(prefers-color-scheme: dark)');

function readMode(): ThemeMode {
  try {
    const value = localStorage.getItem(THEME_KEY);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    // Storage may be forbidden; then the system decides.
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
    // The boot script set the theme before the first paint; the system's may have changed since.
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

/** Sets this browser's theme. Without storage it lasts until the page is left. */
export function setThemeMode(next: ThemeMode): void {
  chosen = next;
  try {
    if (next === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, next);
  } catch {
    // Without storage the choice applies but is not remembered.
  }
  applyTheme();
}

/** The person's choice, the resulting theme, and a setter. */
export function useThemeMode(): { mode: ThemeMode; resolved: ResolvedTheme; setMode(mode: ThemeMode): void } {
  return {
    // The value known on a server; the document's class is nevertheless right before the first paint.
    mode: useSyncExternalStore(subscribe, mode, () => 'system'),
    resolved: useSyncExternalStore(subscribe, resolveTheme, () => 'light'),
    setMode: setThemeMode,
  };
}
