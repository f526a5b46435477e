/**
 * webpack loader: replaces the modules through which antd computes styles in the browser. A style module becomes an import of its
 * extracted sheet, so a chunk brings the styles of exactly the parts that it holds; tokens become constants.
 */
import path from 'node:path';
import type { LoaderContext } from 'webpack';
import { scriptTokens } from './extractSheet';
import { insidePackage } from './insidePackage';

const sheetLoader = path.resolve(import.meta.dirname, 'sheetLoader.ts');

/** An import whose request names a style sheet, so that the rules for style sheets apply to what `sheetLoader` writes. */
const sheetImport = (file: string) => `import ${JSON.stringify(`./antd.css!=!${sheetLoader}!${file}`)};\n`;

/** The names under which a style module hands out its hooks. */
function hookNames(source: string): string[] {
  const named = [...source.matchAll(/export const (use\w+)/g)].map(([, name = '']) => name);
  return /export (default|\{[^}]*\bdefault\b)/.test(source) ? ['default', ...named] : named;
}

/** Hooks of a part answer two class names, that of a sub-part is a component, and an older kind answers one class name. */
function styleModule(file: string, source: string): string {
  const answer = /export default genSubStyleComponent/.test(source)
    ? 'null'
    : /export default genComponentStyleHook/.test(source)
      ? "''"
      : "['', '']";
  const names = hookNames(source).map((name) => `hook as ${name}`);
  return `${sheetImport(file)}const hook = () => ${answer};\nexport { ${names.join(', ')} };\n`;
}

function tokens(): string {
  return [
    `const token = ${JSON.stringify(scriptTokens())};`,
    "const answer = [undefined, token, '', token, { prefix: 'ant', key: '' }, true];",
    'export default () => answer;',
    'export const unitless = {};',
  ].join('\n');
}

/** Modules of antd's icons: styles that they write themselves, and the second colour of icons in two, which ours are not. */
const iconModules: Record<string, string> = {
  cssUtils:
    'export const updateCSS = () => undefined;' +
    'export const getShadowRoot = () => undefined;' +
    'export const warningOnce = () => undefined;',
  colorUtils: "export const DEFAULT_TWOTONE_COLOR = ''; export const getSecondaryColor = () => '';",
};

/** Further modules of antd that would bring the style engine or its colours, and that no part of ours needs. */
export const unneeded: Record<string, string> = {
  // Names of variables of one element, e.g. of a tooltip in a colour of its own.
  'theme/util/genStyleUtils':
    'export const genCssVar = () => [(name) => name, (name) => name];' +
    'export const genComponentStyleHook = 0, genStyleHooks = 0, genSubStyleComponent = 0;',
  // The picture of an empty list; ours say what is missing.
  'config-provider/defaultRenderEmpty': 'export default () => null;',
  // The ring around what is pressed, which our own buttons do not have.
  '_util/wave/index': 'export default ({ children }) => children ?? null;',
  // Parts that are always open, for antd's own documentation: they bring the theme's provider.
  '_util/PurePanel': 'export const withPureRenderTheme = (Part) => Part; export default () => () => null;',
  // Tooltips in a colour of their own: they bring everything that calculates colours.
  'tooltip/util': "export const parseColor = () => ({ className: '', overlayStyle: {}, arrowStyle: {} });",
};

/** Gives the module that takes the place of one that antdRules.ts names. */
// eslint-disable-next-line no-restricted-syntax -- webpack runs the default export of a loader
export default function styleModuleLoader(this: LoaderContext<object>, source: string): string {
  const file = insidePackage(this.resourcePath, 'antd');
  if (!file) {
    const icons = path.basename(this.resourcePath, '.js');
    return (icons === 'cssUtils' ? sheetImport(this.resourcePath) : '') + iconModules[icons];
  }
  const module = file.replace(/^es\/|\.js$/g, '');
  if (module === 'theme/useToken') return tokens();
  return unneeded[module] ?? styleModule(this.resourcePath, source);
}
