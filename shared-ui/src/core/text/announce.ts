/** Announcements for screen readers: one polite and one assertive live region for the page. */

type Politeness = 'polite' | 'assertive';

const regions = new Map<Politeness, HTMLElement>();

function region(politeness: Politeness): HTMLElement {
  const known = regions.get(politeness);
  if (known?.isConnected) return known;
  const element = document.createElement('div');
  element.setAttribute('aria-live', politeness);
  element.setAttribute('aria-atomic', 'true');
  element.className = 'hs-announcer';
  document.body.append(element);
  regions.set(politeness, element);
  return element;
}

/** Announces a sentence; `assertive` interrupts and is for errors only. A repeated sentence is announced again. */
export function announce(message: string, politeness: Politeness = 'polite'): void {
  const element = region(politeness);
  // Screen readers ignore unchanged text, so every announcement is a new node.
  const line = document.createElement('p');
  line.textContent = message;
  element.replaceChildren(line);
}
