/**
 * Writes the style sheets of antd's parts at build time, light and dark, with the styles' own source. A part's rules are the same in both
 * themes; only the colours in them differ.
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
    [...text(['token', 'cssVar']).matchAll(/(?<![\w-])(--[\w-]+):([^;}]*)/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
  return { rules: withoutUnusedLooks(text(['style'])), variables };
}

type Variables = ReadonlyMap<string, string>;

/** `var(--name)` or `var(--name, what else)`. */
const READING = /var\((--[\w-]+)(,[^()]*(?:\([^()]*\)[^()]*)*)?\)/g;
const COLOR = /(#[\da-f]{3,8}\b|rgba?\([^)]*\)|\btransparent\b)/i;

/** A value with those of antd's variables in their places. */
function resolved(value: string, variables: Variables): string {
  return value.replaceAll(READING, (_, name: string, otherwise = '') => {
    const known = variables.get(name);
    return known === undefined ? `var(${name}${resolved(otherwise, variables)})` : resolved(known, variables);
  });
}

/** One value for both themes, which differ in colours alone. */
function bothValues(light: string, dark: string): string {
  const [lights, darks] = [light.split(COLOR), dark.split(COLOR)];
  const parts = lights.map((part, index) => {
    const other = darks[index] ?? '';
    if (part === other) return part;
    if (!COLOR.test(part) || !COLOR.test(other))
      throw new Error(`"${light}" and "${dark}" differ in more than colours.`);
    return `light-dark(${part}, ${other})`;
  });
  return parts.join('');
}

/**
 * Rules with values in the place of variables. Variables of the whole document would make the browser compute the styles of every element
 * again when a sheet arrives, and sheets arrive while a person reads.
 */
function withValues(rules: string, light: Variables, dark: Variables): string {
  const sheet = postcss.parse(rules);
  sheet.walkDecls((declaration) => {
    if (light.has(declaration.prop))
      throw new Error(`${declaration.prop} is a variable of the theme and of a part.`);
    const { value } = declaration;
    declaration.value = bothValues(resolved(value, light), resolved(value, dark));
  });
  return sheet.toString();
}

function sheet(hooks: StyleHook[], prefixCls: string, unwanted: RegExp): string {
  const light = rendered('light', hooks, prefixCls, unwanted);
  const dark = rendered('dark', hooks, prefixCls, unwanted);
  if (light.rules !== dark.rules)
    throw new Error(`The rules of .${prefixCls} differ between light and dark.`);
  return `@layer antd{${withValues(light.rules, light.variables, dark.variables)}}`;
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
