/** Shows compile errors over the page until they are fixed. Sets styles one by one, because the page's CSP allows no style element. */

const problemsByName = new Map<string, readonly string[]>();
let panel: HTMLElement | null = null;

const STYLES: Partial<CSSStyleDeclaration> = {
  position: 'fixed',
  inset: 'auto 0 0 0',
  zIndex: '2147483647',
  maxHeight: '50vh',
  overflow: 'auto',
  margin: '0',
  padding: '16px',
  background: '#2b1212',
  color: '#fff',
  borderTop: '3px solid #ff6b6b',
  font: '13px/1.5 ui-monospace, monospace',
  whiteSpace: 'pre-wrap',
};

function newPanel(): HTMLElement {
  const element = document.createElement('section');
  element.setAttribute('role', 'alert');
  element.setAttribute('aria-label', 'Failed to compile');
  Object.assign(element.style, STYLES);
  return element;
}

/** @param problems compile errors of a package; empty on success. The page keeps its input. */
export function showProblems(pkg: string, problems: readonly string[]): void {
  if (problems.length > 0) problemsByName.set(pkg, problems);
  else problemsByName.delete(pkg);
  panel?.remove();
  panel = null;
  if (problemsByName.size === 0) return;
  panel = newPanel();
  panel.textContent = [...problemsByName]
    .map(
      ([name, texts]) =>
        `${name} failed to compile; the page shows its last good version.\n\n${texts.join('\n\n')}`,
    )
    .join('\n\n');
  document.body.append(panel);
}
