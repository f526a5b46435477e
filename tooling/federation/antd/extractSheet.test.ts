import path from 'node:path';
import { iconSheet, partSheet, scriptTokens } from './extractSheet';
import styleModuleLoader from './styleModuleLoader';

const SWITCH = 'es/switch/style/index.js';

it('writes the rules of one part into the layer of antd, and nothing about bare elements', () => {
  const sheet = partSheet(SWITCH);
  expect(sheet).toMatch(/^@layer antd\{.*\}$/s);
  expect(sheet).toContain('.ant-switch-checked');
  expect(sheet).not.toMatch(/[{}]a[:{[]/);
  expect(sheet).not.toMatch(/[{}]\.anticon\{/);
});

it('needs no variables of the theme, which would belong to the whole document, and knows the colours of both themes', () => {
  const sheet = partSheet(SWITCH);
  expect(sheet).not.toMatch(/:root|var\(--ant-color/);
  expect(sheet).toContain('background:light-dark(#7c8a8b, #75868a)');
  expect(sheet).toContain('box-shadow:0 2px 4px 0 rgba(0,35,11,0.2)');
});

it('keeps variables that a part sets itself, and what is read in their absence', () => {
  const sheet = partSheet('es/tooltip/style/index.js');
  expect(sheet).toMatch(/var\(--ant-tooltip-overlay-color, ?#f2f6f6\)/);
});

it('leaves out looks that no component of ours offers, and keeps what is written for all others', () => {
  const select = partSheet('es/select/style/index.js');
  expect(select).not.toMatch(/\{[^{}]*\.ant-select-(filled|rtl|status-warning)[^{}:)]*\{/);
  expect(select).toContain('.ant-select-status-error');
  expect(select).toContain('.ant-select-show-search');
  expect(select).toMatch(/:not\(\.ant-select-customize-input\)/);
  expect(select).not.toMatch(/\{\s*\}/);
});

it('writes both sheets of a module that has two hooks, and that of icons once', () => {
  const input = partSheet('es/input/style/index.js');
  expect(input).toContain('.ant-input-affix-wrapper{');
  expect(iconSheet()).toMatch(/^@layer antd\{\.anticon\{/);
});

it('gives scripts sizes, no colours', () => {
  const { controlHeight, zIndexPopupBase, colorPrimary } = scriptTokens();
  expect([controlHeight, zIndexPopupBase, colorPrimary]).toEqual([36, 1000, undefined]);
});

it.each([
  [SWITCH, "export default genStyleHooks('Switch');", /antd\.css!=!.*\(\) => \['', ''\].*hook as default/s],
  [
    'es/input/style/index.js',
    'export const useSharedStyle = 1; export default 2;',
    /as default, .* as useSharedStyle/,
  ],
  ['es/tag/style/statusCmp.js', 'export default genSubStyleComponent(1);', /\(\) => null/],
  ['es/theme/useToken.js', '', /"controlHeight":36/],
  ['es/_util/wave/index.js', '', /children \?\? null/],
  ['es/_util/PurePanel.js', '', /withPureRenderTheme.*export default/],
  ['es/tooltip/util.js', '', /parseColor/],
  ['../@ant-design/icons/es/colorUtils.js', '', /^export.*getSecondaryColor/],
  ['../@ant-design/icons/es/cssUtils.js', '', /antd\.css!=!.*updateCSS/s],
])('replaces %s', (file, source, expected) => {
  const context = { resourcePath: path.join('/clone/node_modules/antd', file) };
  expect(styleModuleLoader.call(context as never, source)).toMatch(expected);
});
