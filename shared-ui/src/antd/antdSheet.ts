/** The style sheet of antd's parts in both themes, for builds. No page loads this module. */
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

/** By names of our own: under antd's the tool would add parts around them that we do not use. */
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

/** antd styles every link of the document; ours have their looks from base.css. */
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

/** The rules are the same in both themes, the minifier keeps them once; the variables of the dark one hold below its class. */
export function antdSheet(): string {
  const dark = {
    ...antdTheme('dark'),
    algorithm: theme.darkAlgorithm,
    cssVar: { key: `theme-dark .${VARIABLES}` },
  };
  return `@layer antd{${extract(antdTheme('light'))}${extract(dark)}}`;
}
