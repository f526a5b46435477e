/** What every part of antd needs around it. */
import { Provider as MotionProvider } from '@rc-component/motion';
import type { ReactNode } from 'react';
import { useReducedMotion } from '../theme/reducedMotion';

/**
 * Where base.css takes the motions away, antd must not wait for their end. There is no theme provider: styles are extracted when the
 * host is built (tooling/federation/antd), and the theme is a class of the document.
 */
export function AntdScope({ children }: { children: ReactNode }) {
  return <MotionProvider motion={!useReducedMotion()}>{children}</MotionProvider>;
}
