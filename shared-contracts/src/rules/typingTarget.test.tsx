import { isShortcut, isTypingTarget } from './typingTarget';

it.each([
  ['<input id="x">', true],
  ['<textarea id="x"></textarea>', true],
  ['<div role="textbox"><b id="x">a</b></div>', true],
  ['<div contenteditable="true"><b id="x">a</b></div>', true],
  ['<input type="checkbox" id="x">', false],
  ['<input type="submit" id="x">', false],
  ['<button id="x">a</button>', false],
])('treats a key press in %s as typing: %s', (markup, expected) => {
  document.body.innerHTML = markup;
  expect(isTypingTarget(document.getElementById('x'))).toBe(expected);
});

/** Presses a letter in the markup's `#x`; returns whether it is a shortcut of `#part`, or of the page without one. */
function isTakenIn(markup: string, press: KeyboardEventInit = {}): boolean {
  document.body.innerHTML = markup;
  let taken = false;
  const listen = (event: KeyboardEvent) => (taken = isShortcut(event, document.getElementById('part')));
  document.addEventListener('keydown', listen, { once: true });
  document
    .getElementById('x')!
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true, ...press }));
  return taken;
}

it.each([
  ['nothing open', '<a id="x">a</a>', true],
  ['a dialog', '<a id="x">a</a><div role="dialog"></div>', false],
  ['a menu', '<div role="menu"><button id="x">a</button></div>', false],
  ['the list of a select', '<a id="x">a</a><div role="combobox" aria-expanded="true"></div>', false],
  ['a select that is closed', '<a id="x">a</a><div role="combobox" aria-expanded="false"></div>', true],
  ['a dialog on its way', '<a id="x">a</a><span data-layer hidden></span>', false],
  ['a dialog with the part', '<div role="dialog"><p id="part"></p><a id="x">a</a></div>', true],
  [
    'a menu in the part',
    '<div role="dialog"><p id="part"><a id="x">a</a><b role="menu"></b></p></div>',
    false,
  ],
  [
    'a dialog over the part',
    '<div role="dialog"><p id="part"></p><a id="x">a</a></div><div role="dialog"></div>',
    false,
  ],
])('with %s, accepts a letter as a shortcut or not', (_, markup, expected) => {
  expect(isTakenIn(markup)).toBe(expected);
});

it.each(['ctrlKey', 'altKey', 'metaKey'])('does not treat a key with %s as a shortcut', (held) => {
  expect(isTakenIn('<a id="x">a</a>', { [held]: true })).toBe(false);
});

it('ignores single keys if the person has turned them off', () => {
  document.documentElement.dataset['singleKeys'] = 'off';
  expect(isTakenIn('<a id="x">a</a>')).toBe(false);
  expect(isTakenIn('<a id="x">a</a>', { key: 'Escape' })).toBe(true);
  delete document.documentElement.dataset['singleKeys'];
  expect(isTakenIn('<a id="x">a</a>')).toBe(true);
});
