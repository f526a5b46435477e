/** Requests the document's own files again when they do not arrive: the programs and style sheets that the template names. */
import { loadWithRetry, retryAddress } from '@hindsight/shared-contracts/loading';

/** Said when a file does not arrive at all; there is no program yet that could. */
const NOT_LOADED = "The dashboard didn't load. Check your connection and try again.";

type FileElement = HTMLScriptElement | HTMLLinkElement;

/** A new element for the same file: one that failed is not requested again. */
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

/** Starts watching; elements that a program adds later are its own affair. */
export function retryFiles(): void {
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement || target instanceof HTMLLinkElement)) return;
    if (target.dataset.required !== undefined) requestAgain(target);
  };
  window.addEventListener('error', onError, true);
}
