/** The one place where antd is told how to look, and where the page's base styles come in. */
import './tokens.css';
import './base.css';
import { ConfigProvider } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { antdThemes } from './antdThemes';
import { useReducedMotion } from './reducedMotion';
import { useThemeMode } from './themeMode';

/** The nonce that lets antd write its style elements under the page's Content-Security-Policy; undefined without one. */
export function styleNonce(page: Document = document): string | undefined {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"], meta[property="csp-nonce"]');
  const value = meta?.content || page.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  return value && !value.startsWith('__') ? value : undefined;
}

/** Wraps the whole page once; parts below (remotes too) inherit theme and nonce through the shared antd. */
export function ThemeRoot({ children }: { children: ReactNode }) {
  const { resolved } = useThemeMode();
  const isStill = useReducedMotion();
  const csp = useMemo(() => ({ nonce: styleNonce() }), []);
  // Where base.css takes the motions away, antd must not wait for their end.
  const theme = useMemo(() => {
    const { token, ...rest } = antdThemes[resolved];
    return { ...rest, token: { ...token, motion: !isStill } };
  }, [resolved, isStill]);
  return (
    <ConfigProvider theme={theme} csp={csp} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}
