/** Required wrapper of every antd component: the theme, whose style sheet is generated at build time. */
import { StyleProvider } from '@ant-design/cssinjs';
import ConfigProvider, { ConfigContext } from 'antd/es/config-provider';
import { use, type ReactNode } from 'react';
import { antdTheme } from '../theme/antdTheme';
import { useReducedMotion } from '../theme/reducedMotion';
import './antd.css';

/** Container for the CSS variables that antd writes despite `zeroRuntime`: the page's CSP blocks style elements in the document. */
const OUTSIDE_THE_PAGE = document.createElement('div');

const { token, ...theme } = { ...antdTheme('light'), zeroRuntime: true };
const MOVING = { ...theme, token };
/** Where base.css disables animations, antd must not wait for them to end. */
const STILL = { ...theme, token: { ...token, motion: false } };
const NO_WAVE = { disabled: true };

/** Colors follow a class on the document. Sizes are the same in both themes, so scripts use those of the light one. */
export function AntdScope({ children }: { children: ReactNode }) {
  const isReduced = useReducedMotion();
  const isInside = use(ConfigContext).theme !== undefined;
  if (isInside) return children;
  return (
    <StyleProvider container={OUTSIDE_THE_PAGE}>
      <ConfigProvider theme={isReduced ? STILL : MOVING} wave={NO_WAVE}>
        {children}
      </ConfigProvider>
    </StyleProvider>
  );
}
