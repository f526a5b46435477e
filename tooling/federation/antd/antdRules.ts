/** webpack's rules for antd: no style is computed in the browser, and nothing unused is shipped. */
import path from 'node:path';
import type { Configuration, RuleSetRule } from 'webpack';
import { unneeded } from './styleModuleLoader';

/** Style modules, tokens, and what neither needs any more. */
const antdModules = [String.raw`[\w-]+/style/[\w-]+`, 'theme/useToken', ...Object.keys(unneeded)].join('|');
const computed = `/node_modules/(antd/es/(${antdModules})|@ant-design/icons/es/(cssUtils|colorUtils))\\.js$`;

const antdRules: RuleSetRule[] = [
  {
    test: new RegExp(computed.replaceAll('/', String.raw`[\\/]`)),
    loader: path.resolve(import.meta.dirname, 'styleModuleLoader.ts'),
  },
  // Their packages do not say so themselves: the form library would stay in every page that has a text field.
  { test: /[\\/]node_modules[\\/](@rc-component|@ant-design)[\\/]/, sideEffects: false },
];

/** For builds that contain antd. A remote does not: it takes the components of shared-ui from the host. */
export function withAntd(base: Configuration): Configuration {
  const [typescript, ...styles] = base.module?.rules ?? [];
  // Before the rules for styles, which say that a style sheet is kept although nothing is taken from it.
  return { ...base, module: { ...base.module, rules: [typescript, ...antdRules, ...styles] } };
}
