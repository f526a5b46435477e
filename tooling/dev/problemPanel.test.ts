/** @jest-environment jsdom */
import { showProblems } from './problemPanel';

const panels = () => [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);

it('shows compile errors as text until they are fixed', () => {
  showProblems('remote-memory', ['<b>x</b> Expression expected']);
  showProblems('host', ['y']);
  const [text, ...others] = panels();
  expect(others).toEqual([]);
  expect(text).toContain('remote-memory failed to compile; the page shows its last good version.');
  expect(text).toContain('<b>x</b> Expression expected');
  showProblems('remote-memory', []);
  expect(panels()).toEqual([expect.stringMatching(/^host failed to compile/)]);
  showProblems('host', []);
  expect(panels()).toEqual([]);
});
