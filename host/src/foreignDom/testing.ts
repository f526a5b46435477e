/** Fakes of what translators and extensions do to a page's texts, for tests. They mark their output with `<…>`. */

function textsIn(below: Node): Text[] {
  const walker = document.createTreeWalker(below, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts.filter(({ data, parentElement }) => data.trim() !== '' && parentElement?.tagName !== 'FONT');
}

function inFont(text: string): HTMLElement {
  const font = document.createElement('font');
  font.append(document.createElement('font'));
  font.firstElementChild!.textContent = `<${text}>`;
  return font;
}

/** Runs of adjacent texts, one list per run. */
function runsIn(below: Node): Text[][] {
  const runs: Text[][] = [];
  for (const text of textsIn(below)) {
    const last = runs.at(-1);
    if (last && text.previousSibling === last.at(-1)) last.push(text);
    else runs.push([text]);
  }
  return runs;
}

export const TRANSLATORS: Record<string, (below: Node) => void> = {
  'replaced each text by an element': (below) =>
    textsIn(below).forEach((text) => text.replaceWith(inFont(text.data))),
  'inserted an element and removed the text with the methods of React': (below) =>
    textsIn(below).forEach((text) => {
      const parent = text.parentNode!;
      parent.insertBefore(inFont(text.data), text);
      parent.removeChild(text);
    }),
  'removed the text and inserted an element with the methods of React': (below) =>
    textsIn(below).forEach((text) => {
      const { parentNode: parent, nextSibling: next } = text;
      parent!.removeChild(text);
      parent!.insertBefore(inFont(text.data), next);
    }),
  'replaced the children of each element by textContent': (below) =>
    new Set(textsIn(below).map((text) => text.parentElement!)).forEach((parent) => {
      if (parent.childElementCount === 0) parent.textContent = `<${parent.textContent}>`;
    }),
  'replaced the children of each element by innerHTML': (below) =>
    new Set(textsIn(below).map((text) => text.parentElement!)).forEach((parent) => {
      if (parent.isConnected) parent.innerHTML = `<font>${parent.innerHTML}</font>`;
    }),
  'moved each text into an element': (below) =>
    textsIn(below).forEach((text) => {
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    }),
  'merged neighboring texts into one element': (below) =>
    runsIn(below).forEach(([first, ...rest]) => {
      const whole = [first!, ...rest].map(({ data }) => data).join('');
      first!.replaceWith(inFont(whole));
      rest.forEach((text) => text.remove());
    }),
  'merged neighboring texts into the first': (below) =>
    runsIn(below).forEach(([first, ...rest]) => {
      first!.data = `<${[first!, ...rest].map(({ data }) => data).join('')}>`;
      rest.forEach((text) => text.remove());
    }),
  'changed each text in its place': (below) =>
    textsIn(below).forEach((text) => (text.data = `<${text.data}>`)),
  'marked a part of each text': (below) =>
    textsIn(below).forEach((text) => {
      const range = document.createRange();
      range.setStart(text, 0);
      range.setEnd(text, 1);
      range.surroundContents(document.createElement('mark'));
    }),
};
