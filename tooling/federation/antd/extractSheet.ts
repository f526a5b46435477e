/**
 * Writes the style sheets of antd's parts at build time, light and dark, with the styles' own source. A part's rules are the same in both
 * themes; only the variables that they read differ. Each sheet holds the variables that its rules need, so that it works alone.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import postcss from 'postcss';
import type * as React from 'react';
import type { FunctionComponent } from 'react';
import type * as ReactServer from 'react-dom/server';
import { antdTheme } from '@hindsight/shared-ui/antd-theme';

/** shared-ui owns antd, and antd the engine: of both there must be one. */
const ui = createRequire(path.resolve(import.meta.dirname, '../../../shared-ui/package.json'));
const antd = createRequire(ui.resolve('antd'));

const { ConfigProvider, theme } = ui('antd') as {
  ConfigProvider: FunctionComponent<{ theme: object; children?: unknown }>;
  theme: { getDesignToken(theme: object): object };
};
const { createElement } = ui('react') as typeof React;
const { renderToString } = ui('react-dom/server') as typeof ReactServer;
const engine = antd('@ant-design/cssinjs') as {
  createCache(): { cache: Map<string, unknown> };
  extractStyle(cache: unknown, options: { plain: true; types: string[] }): string;
  StyleProvider: FunctionComponent<{ cache: unknown; children?: unknown }>;
};

type Mode = 'light' | 'dark';
type StyleHook = (prefixCls: string) => unknown;

/** Folders of antd whose class is not named after them. */
const CLASS_NAMES: Record<string, string> = { button: 'btn' };
/** Rules that every part adds: looks of bare links, which are ours, and of icons, which have a sheet of their own. */
const SHARED_RULES = /^style%%(Shared|ant-design-icons)%/;
const ICON_RULES = /^style%%(?!ant-design-icons%)/;

/**
 * Looks that the components of shared-ui do not offer, more than half of antd's rules: other variants and sizes, colours by name, fields
 * in groups, and text from right to left. A component that begins to offer one takes it out of here.
 */
const UNUSED_LOOKS = new RegExp(
  [
    'rtl|filled|borderless|underlined|lg|large|compact|(?:input|select-item|checkbox|radio)-group|quick-jumper|simple|two-chinese-chars|customize',
    'status-(?:warning|success|validating)|has-feedback|input-search|input-password',
    'blue|purple|cyan|green|magenta|pink|red|orange|yellow|volcano|geekblue|lime|gold',
  ]
    .map((names) => `\\.ant-(?:[\\w-]+-)?(?:${names})(?![a-z])`)
    .join('|'),
);

/** The rules without those whose every selector asks for an unused look. */
function withoutUnusedLooks(rules: string): string {
  const sheet = postcss.parse(rules);
  sheet.walkRules((rule) => {
    const used = rule.selectors.filter(
      // What is written for everything but a look is for ours.
      (selector) => !UNUSED_LOOKS.test(selector.replaceAll(/:not\([^)]*\)/g, '')),
    );
    if (used.length > 0) rule.selectors = used;
    else rule.remove();
  });
  sheet.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
  return sheet.toString();
}

/** What is written while `hooks` run, without what `unwanted` matches. */
function rendered(mode: Mode, hooks: StyleHook[], prefixCls: string, unwanted: RegExp) {
  const cache = engine.createCache();
  const Part = () => {
    hooks.forEach((hook) => hook(prefixCls));
    return null;
  };
  renderToString(
    createElement(
      engine.StyleProvider,
      { cache },
      createElement(ConfigProvider, { theme: antdTheme(mode) }, createElement(Part)),
    ),
  );
  for (const key of [...cache.cache.keys()]) if (unwanted.test(key)) cache.cache.delete(key);
  const text = (types: string[]) =>
    engine
      .extractStyle(cache, { plain: true, types })
      .replaceAll(/\.data-ant-cssinjs-cache-path\{[^}]*\}/g, '');
  const variables = new Map(
    [...text(['token', 'cssVar']).matchAll(/(--[\w-]+):([^;}]*)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  return { rules: withoutUnusedLooks(text(['style'])), variables };
}

/** The variables that rules read, and those that these read in turn. */
function needed(rules: string, variables: Map<string, string>): string[] {
  const found = new Set<string>();
  const collect = (text: string) => {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/g)) {
      const value = variables.get(name);
      if (value === undefined || found.has(name)) continue;
      found.add(name);
      collect(value);
    }
  };
  collect(rules);
  return [...found];
}

function sheet(hooks: StyleHook[], prefixCls: string, unwanted: RegExp): string {
  const light = rendered('light', hooks, prefixCls, unwanted);
  const dark = rendered('dark', hooks, prefixCls, unwanted);
  if (light.rules !== dark.rules)
    throw new Error(`The rules of .${prefixCls} differ between light and dark.`);
  const names = needed(light.rules, light.variables);
  const block = (selector: string, of: string[], values: Map<string, string>) =>
    of.length > 0 ? `${selector}{${of.map((name) => `${name}:${values.get(name)};`).join('')}}` : '';
  const differing = names.filter((name) => light.variables.get(name) !== dark.variables.get(name));
  const variables =
    block(':root', names, light.variables) + block(':root.theme-dark', differing, dark.variables);
  return `@layer antd{${variables}${light.rules}}`;
}

/** @param file a style module of antd below its package, e.g. `es/select/style/index.js`. */
export function partSheet(file: string): string {
  if (file.startsWith('es/config-provider/')) return iconSheet();
  const module = antd(`antd/${file.replace(/^es\//, 'lib/')}`) as Record<string, StyleHook>;
  const hooks = Object.entries(module).filter(([name]) => name === 'default' || /^use[A-Z]/.test(name));
  const folder = file.split('/').at(-3) ?? '';
  return sheet(
    hooks.map(([, hook]) => hook),
    `ant-${CLASS_NAMES[folder] ?? folder}`,
    SHARED_RULES,
  );
}

/** What every icon of antd needs. */
export const iconSheet = () => sheet([], 'anticon', ICON_RULES);

/** The sizes that antd's scripts read; colours are the style sheets' alone. */
export function scriptTokens(): Record<string, unknown> {
  const tokens = theme.getDesignToken(antdTheme('light'));
  const sizes = Object.entries(tokens).filter(
    ([, value]) => typeof value === 'number' || typeof value === 'boolean',
  );
  return { ...antdTheme('light').components, ...Object.fromEntries(sizes) };
}
