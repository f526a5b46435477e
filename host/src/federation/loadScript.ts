/** Loads one classic script or one style sheet of a known release, with a deadline. */
import { isKnownFile } from './fileHashes';

/** The file did not answer in time. */
export class ScriptTimeoutError extends Error {
  override readonly name = 'ScriptTimeoutError';
  constructor(
    message: string,
    /** Resolves when the answer comes all the same; else it never settles. */
    readonly late: Promise<void>,
  ) {
    super(message);
  }
}

/** The file could not be fetched or was refused (status, type, integrity). */
class ScriptLoadError extends Error {
  override readonly name = 'ScriptLoadError';
}

interface ScriptUrlPolicy {
  createScriptURL(url: string): unknown;
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy;
}

/** Name of the policy, as the gateway's Content-Security-Policy lists it. */
const POLICY_NAME = 'hindsight-remotes';

function check(url: string): string {
  if (!isKnownFile(url)) throw new TypeError(`${url} belongs to no release that this page knows.`);
  return url;
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory?.createPolicy(POLICY_NAME, { createScriptURL: check });

/**
 * The address in the form that `script.src` takes: with Trusted Types a browser takes no plain text for one, only what this policy lets
 * through, and it lets through the files of known releases alone.
 * @throws TypeError when no known release has such a file.
 */
function scriptUrl(url: string): string {
  // The types of the DOM know texts alone; a browser with Trusted Types wants its own object.
  return policy ? (policy.createScriptURL(url) as string) : check(url);
}

/** Puts the element into the page and waits for it; a failed one is taken out again, one that is late is not. */
function settled(element: HTMLScriptElement | HTMLLinkElement, url: string, deadline: number): Promise<void> {
  const answered = new Promise<void>((resolve, reject) => {
    element.onload = () => resolve();
    element.onerror = () => {
      element.remove();
      reject(new ScriptLoadError(`${url} could not be loaded.`));
    };
  });
  const late = new Promise<void>((resolve) => void answered.then(resolve, () => undefined));
  let timer: ReturnType<typeof setTimeout>;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ScriptTimeoutError(`${url} did not answer within ${deadline} ms.`, late)),
      deadline,
    );
  });
  document.head.append(element);
  return Promise.race([answered, timedOut]).finally(() => clearTimeout(timer));
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
 * @param integrity hash that the file must have; one with another hash is not applied.
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
