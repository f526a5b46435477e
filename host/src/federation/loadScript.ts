/** Loads one classic script with a deadline. */

/** The script did not answer in time. */
export class ScriptTimeoutError extends Error {
  override readonly name = 'ScriptTimeoutError';
}

/** The script could not be fetched or was refused (status, type, integrity). */
export class ScriptLoadError extends Error {
  override readonly name = 'ScriptLoadError';
}

/**
 * Adds a script element and waits for it.
 * @param url absolute address.
 * @param deadline milliseconds.
 * @param integrity hash that the file must have, `sha384-…`; a file with another one is not run.
 * @throws ScriptTimeoutError, ScriptLoadError
 */
export function loadScript(url: string, deadline: number, integrity?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.crossOrigin = 'anonymous';
    if (integrity) script.integrity = integrity;
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      script.remove();
      settle();
    };
    const timer = setTimeout(
      () => finish(() => reject(new ScriptTimeoutError(`${url} did not answer within ${deadline} ms.`))),
      deadline,
    );
    script.onload = () => finish(resolve);
    script.onerror = () => finish(() => reject(new ScriptLoadError(`${url} could not be loaded.`)));
    document.head.append(script);
  });
}
