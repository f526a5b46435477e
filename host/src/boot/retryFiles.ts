/** Retries the document's own scripts and style sheets, as named in the template, when they fail to load. */
import { loadWithRetry, retryAddress } from '@hindsight/shared-contracts/loading';

/** Shown when all retries fail; no other code is loaded yet that could show it. */
const NOT_LOADED = "The dashboard didn't load. Check your connection and try again.";

type FileElement = HTMLScriptElement | HTMLLinkElement;

/** Clones the element, because the browser does not request a failed one again. */
function cloneFileElement(failed: FileElement, failures: number): FileElement {
  const next = document.createElement(failed.tagName.toLowerCase()) as FileElement;
  if (failed instanceof HTMLLinkElement) {
    next.setAttribute('rel', 'stylesheet');
    (next as HTMLLinkElement).href = retryAddress(failed.href, failures);
  } else {
    (next as HTMLScriptElement).src = retryAddress(failed.src, failures);
    next.crossOrigin = failed.crossOrigin;
  }
  return next;
}

function offerReload(): void {
  if (document.getElementById('not-loaded')) return;
  const box = document.createElement('p');
  box.id = 'not-loaded';
  box.setAttribute('role', 'alert');
  const button = document.createElement('button');
  button.textContent = 'Reload';
  button.onclick = () => window.location.reload();
  box.append(NOT_LOADED, ' ', button);
  document.body.prepend(box);
}

function requestAgain(failed: FileElement): void {
  let failures = 0;
  const request = () =>
    new Promise<void>((resolve, reject) => {
      failures += 1;
      const next = cloneFileElement(failed, failures);
      next.onload = () => resolve();
      next.onerror = () => {
        next.remove();
        reject(new Error(`${failed.outerHTML} did not load.`));
      };
      failed.after(next);
    });
  loadWithRetry(request).catch(offerReload);
}

/** Starts watching. Elements that a program adds later are not covered. */
export function retryFiles(): void {
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement || target instanceof HTMLLinkElement)) return;
    if (target.dataset.required !== undefined) requestAgain(target);
  };
  window.addEventListener('error', onError, true);
}
