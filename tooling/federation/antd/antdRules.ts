/** webpack's rules for antd: no style is computed in the browser, and nothing unused is shipped. */
import path from 'node:path';
import type { RuleSetRule } from 'webpack';
import { unneeded } from './styleModuleLoader';

/** Style modules, tokens, and what neither needs any more. */
const antdModules = [String.raw`[\w-]+/style/[\w-]+`, 'theme/useToken', ...Object.keys(unneeded)].join('|');
const computed = `/node_modules/(antd/es/(${antdModules})|@ant-design/icons/es/(cssUtils|colorUtils))\\.js$`;

export const antdRules: RuleSetRule[] = [
  {
    test: new RegExp(computed.replaceAll('/', String.raw`[\\/]`)),
    loader: path.resolve(import.meta.dirname, 'styleModuleLoader.ts'),
  },
  // Their packages do not say so themselves: the form library would stay in every page that has a text field.
  { test: /[\\/]node_modules[\\/](@rc-component|@ant-design)[\\/]/, sideEffects: false },
];
