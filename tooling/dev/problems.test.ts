import { formatProblem } from './watch';

const MISTAKE = `x Expression expected
     ,-[/clone/remote-memory/src/AgentsPage.tsx:133:1]
 133 | export const broken = (;
     :                        ^
     \`----`;

it.each([
  ['a backtrace', '\n\n\nCaused by:\n    Syntax Error\n\nStack backtrace:\n   0: <unknown>\n   1: worker\n'],
  ['a cause', '\n\nCaused by:\n    Syntax Error\n'],
  ['nothing', ''],
])("keeps the compiler's message and drops %s", (_name, rest) => {
  const message = `Module build failed (from ../node_modules/swc-loader/src/index.js):\nError:   ${MISTAKE}${rest}`;
  expect(formatProblem(message)).toBe(MISTAKE);
});

it('leaves other messages unchanged', () => {
  const missing = "Module not found: Error: Can't resolve './gone' in '/clone/host/src'";
  expect(formatProblem(missing)).toBe(missing);
});
