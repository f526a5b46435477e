import { moduleProblem, styleProblems } from './remoteStyles';

const problems = (css: string) => styleProblems(css, 'page.module.css');

it.each([
  '.page { color: red !important }',
  '.page button, .page > :is(h2, h3) { color: red }',
  '.row:hover .cell:not(:first-child)::before { color: red }',
  ':is(.a, .b) { color: red !important }',
  ':global(.ant-table) .cell { color: red }',
  '.page { & button { color: red } h2 { color: blue } @media print { & { color: red } } }',
  '@media (width < 640px) { .page { color: red } }',
  '@keyframes pulse { from { opacity: 0 } 50% { opacity: 1 } }',
  '@font-face { font-family: Mono; src: url(mono.woff2) }',
])('accepts %s', (css) => expect(problems(css)).toEqual([]));

it.each([
  ['button { color: red }', 'button'],
  ['* { margin: 0 }', '*'],
  [':root { --hs-1: 0 }', ':root'],
  ['.page, h1 { color: red }', 'h1'],
  ['#page-title { color: red }', '#page-title'],
  [':global(.frame) { color: red }', ':global(.frame)'],
  ['body:has(.page) header { color: red }', 'body:has(.page) header'],
  ['button:not(.mine) { color: red }', 'button:not(.mine)'],
  [':is(.a, button) { color: red }', ':is(.a, button)'],
  ['@media print { aside { display: none } }', 'aside'],
])('refuses %s', (css, selector) =>
  expect(problems(css)).toEqual([
    `page.module.css:1: "${selector}" would style elements of the whole page. Begin it with a class of this remote, e.g. ".page ${selector}".`,
  ]),
);

it.each(['.page button { color: red !important }', '.page { & button { color: red !important } }'])(
  'refuses !important about bare elements: %s',
  (css) => expect(problems(css)[0]).toMatch(/says !important about elements without a class of this remote/),
);

it('asks for CSS modules, except of packages', () => {
  expect(moduleProblem('src/page.module.css')).toBeNull();
  expect(moduleProblem('node_modules/x/../node_modules/leaflet/leaflet.css')).toBeNull();
  expect(moduleProblem('src/page.css')).toBe(
    'src/page.css: a remote has CSS modules only, so that its classes are its own. Name it src/page.module.css.',
  );
});
