import { isTypingTarget } from './typingTarget';

it.each([
  ['<input id="x">', true],
  ['<textarea id="x"></textarea>', true],
  ['<div role="textbox"><b id="x">a</b></div>', true],
  ['<div contenteditable="true"><b id="x">a</b></div>', true],
  ['<input type="checkbox" id="x">', false],
  ['<input type="submit" id="x">', false],
  ['<button id="x">a</button>', false],
])('takes a key press in %s for typing: %s', (markup, expected) => {
  document.body.innerHTML = markup;
  expect(isTypingTarget(document.getElementById('x'))).toBe(expected);
});
