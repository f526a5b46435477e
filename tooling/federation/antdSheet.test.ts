import antdSheet from './antdSheet';

const sheet = antdSheet();
/** Also those inside of `@media`; steps of motions are no rules. */
const rules = sheet
  .replaceAll(/@keyframes [\w-]+\{(?:[^{}]*\{[^{}]*\})*\}/g, '')
  .split('}')
  .filter((text) => text.includes('{'))
  .map((text) => {
    const [selectors = '', declarations = ''] = text.split('{').slice(-2);
    return { selectors, declarations };
  });

it('holds every rule in the layer of antd', () => {
  expect(sheet).toMatch(/^@layer antd\{.*\}$/s);
});

it.each(['input', 'select', 'checkbox', 'input-number', 'radio', 'switch', 'modal', 'tooltip', 'table'])(
  'styles .ant-%s',
  (part) => {
    expect(rules.filter(({ selectors }) => selectors.includes(`.ant-${part}`)).length).toBeGreaterThan(5);
  },
);

it('leaves elements without a class to base.css', () => {
  expect(rules.filter(({ selectors }) => !selectors.includes('.'))).toEqual([]);
});

it('gives both themes the same rules, and each its own variables', () => {
  const variables = (selector: string) =>
    rules.find(({ selectors }) => selectors === selector)?.declarations ?? '';
  expect(variables('.hs-antd')).toContain('--ant-color-bg-container:#ffffff');
  expect(variables('.theme-dark .hs-antd')).toContain('--ant-color-bg-container:#171d1f');
  const counts = new Map<string, number>();
  for (const { selectors, declarations } of rules.filter((rule) => !rule.selectors.includes('.hs-antd')))
    counts.set(selectors + declarations, (counts.get(selectors + declarations) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count % 2 > 0)).toEqual([]);
});
