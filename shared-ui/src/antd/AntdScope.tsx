/** What every part of antd needs around it: the theme, whose style sheet is written when the program is built. */
import { StyleProvider } from '@ant-design/cssinjs';
import ConfigProvider, { ConfigContext } from 'antd/es/config-provider';
import { use, type ReactNode } from 'react';
import { antdTheme } from '../theme/antdTheme';
import { useReducedMotion } from '../theme/reducedMotion';
import './antd.css';

/** Where antd writes its variables, which `zeroRuntime` does not stop: the page's policy refuses style elements in the document. */
const OUTSIDE_THE_PAGE = document.createElement('div');

const { token, ...theme } = { ...antdTheme('light'), zeroRuntime: true };
const MOVING = { ...theme, token };
/** Where base.css takes the motions away, antd must not wait for their end. */
const STILL = { ...theme, token: { ...token, motion: false } };
const NO_WAVE = { disabled: true };

/** Colors follow the class of the document; sizes are the same in both themes, so scripts read those of the light one. */
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
