/**
 * The page's permission to run a script by its address. With Trusted Types a browser takes no plain text for one: only what this policy
 * lets through, and it lets through the files of known releases alone.
 */
import { isKnownFile } from './fileHashes';

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
 * The address in the form that `script.src` takes.
 * @throws TypeError when no known release has such a file.
 */
export function scriptUrl(url: string): string {
  // The types of the DOM know texts alone; a browser with Trusted Types wants its own object.
  return policy ? (policy.createScriptURL(url) as string) : check(url);
}
