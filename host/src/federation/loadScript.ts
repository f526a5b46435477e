/** Loads one classic script or one style sheet, with a deadline. */

import { scriptUrl } from './scriptUrl';

/** The file did not answer in time. */
export class ScriptTimeoutError extends Error {
  override readonly name = 'ScriptTimeoutError';
}

/** The file could not be fetched or was refused (status, type, integrity). */
class ScriptLoadError extends Error {
  override readonly name = 'ScriptLoadError';
}

/** Puts the element into the page and waits for it; a failed one is taken out again. */
function settled(element: HTMLScriptElement | HTMLLinkElement, url: string, deadline: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer);
      element.remove();
      reject(error);
    };
    const timer = setTimeout(
      () => fail(new ScriptTimeoutError(`${url} did not answer within ${deadline} ms.`)),
      deadline,
    );
    element.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    element.onerror = () => fail(new ScriptLoadError(`${url} could not be loaded.`));
    document.head.append(element);
  });
}

/**
 * Runs the script at an address.
 * @param url absolute address.
 * @param deadline milliseconds.
 * @param integrity hash that the file must have, `sha384-…`; a file with another one is not run.
 * @throws ScriptTimeoutError, ScriptLoadError; TypeError for an address outside of every known release
 */
export async function loadScript(url: string, deadline: number, integrity?: string): Promise<void> {
  const script = document.createElement('script');
  script.src = scriptUrl(url);
  script.async = true;
  script.crossOrigin = 'anonymous';
  if (integrity) script.integrity = integrity;
  await settled(script, url, deadline);
  script.remove();
}

/**
 * Applies the style sheet at an address for as long as the page lives.
 * @param url absolute address.
 * @param deadline milliseconds.
 * @param integrity hash that the file must have; one with another is not worn.
 * @throws ScriptTimeoutError, ScriptLoadError
 */
export function loadStyle(url: string, deadline: number, integrity?: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  link.crossOrigin = 'anonymous';
  if (integrity) link.integrity = integrity;
  return settled(link, url, deadline);
}
