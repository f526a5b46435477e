/** Loads the page's base styles and keeps the theme in sync with the system and other tabs. */
import './tokens.css';
import './base.css';
import type { ReactNode } from 'react';
import { useThemeMode } from './themeMode';

/** Wraps the whole page; use once. */
export function ThemeRoot({ children }: { children: ReactNode }) {
  useThemeMode();
  return children;
}
