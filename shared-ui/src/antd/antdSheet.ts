/** Generates the style sheet of antd's components in both themes at build time. No page loads this module. */
import { StyleProvider } from '@ant-design/cssinjs';
import { extractStyle } from '@ant-design/static-style-extract';
import {
  Checkbox,
  ConfigProvider,
  Input,
  InputNumber,
  Modal,
  Radio,
  Select,
  Switch,
  Table,
  theme,
  Tooltip,
} from 'antd';
import { createElement, type ComponentProps } from 'react';
import { antdTheme, VARIABLES } from '../theme/antdTheme';

/** Custom names: for antd's own names the tool would also render related components that we do not use. */
const parts = {
  OneLine: Input,
  Lines: Input.TextArea,
  Dialog: Modal,
  Checkbox,
  InputNumber,
  Radio,
  Select,
  Switch,
  Table,
  Tooltip,
};

/** antd styles every link in the document; base.css styles ours. */
const withoutLinks = { visit: ({ a: _, ...rules }: Record<string, unknown>) => rules };

function extract(ofTheme: ComponentProps<typeof ConfigProvider>['theme']): string {
  return extractStyle({
    antdInstance: parts as never,
    customTheme: (all) =>
      createElement(
        StyleProvider,
        { transformers: [withoutLinks as never] },
        createElement(ConfigProvider, { theme: ofTheme }, all),
      ),
  });
}

/** The rules are identical in both themes and the minifier deduplicates them; the dark variables are scoped to the dark class. */
export function antdSheet(): string {
  const dark = {
    ...antdTheme('dark'),
    algorithm: theme.darkAlgorithm,
    cssVar: { key: `theme-dark .${VARIABLES}` },
  };
  return `@layer antd{${extract(antdTheme('light'))}${extract(dark)}}`;
}
