/** Where the page's base styles come in, and where its theme follows the system and the other tabs. */
import './tokens.css';
import './base.css';
import type { ReactNode } from 'react';
import { useThemeMode } from './themeMode';

/** Wraps the whole page once. */
export function ThemeRoot({ children }: { children: ReactNode }) {
  useThemeMode();
  return children;
}
