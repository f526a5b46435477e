/** Overrides of one tab: the URL that a remote comes from instead of the registry's, where the installation allows it. */
import { describeAddress, fetchRelease } from './choose';
import type { ReleaseDeps } from './releases';
import type { TabMemory } from './tabMemory';
import { notAllowedText, overrideFailedText, overrideText } from './texts';

interface OverridesDeps extends Pick<ReleaseDeps, 'registry' | 'notices' | 'settings'> {
  memory: TabMemory;
  /** Ends the override of a remote. */
  reset(name: string): void;
}

export interface Overrides {
  /** Adopts the overrides of the address, and drops those that are not allowed any more. */
  adopt(requested: Readonly<Record<string, string>>): void;
  /** Why a remote cannot come from there, or null. */
  findProblem(name: string, address: string): Promise<string | null>;
  /** Updates the notice that a remote is overridden, which stays as long as the override does. */
  announce(name: string, problem?: string | null): void;
}

/** @param pattern an origin, `http://localhost:3001`, or one with any port, `http://localhost:*`. */
function matches(pattern: string, url: URL): boolean {
  if (!pattern.endsWith(':*')) return url.origin === pattern;
  return `${url.protocol}//${url.hostname}` === pattern.slice(0, -2);
}

/** The complete URL, or null when it is none or is not allowed. */
function allowedUrl(address: string, allowed: readonly string[]): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.username || url.password) return null;
  return allowed.some((pattern) => matches(pattern, url)) ? url.href : null;
}

export function createOverrides({ memory, registry, notices, settings, reset }: OverridesDeps): Overrides {
  const allowed = () => settings.get().overrideOrigins;
  const displayName = (name: string) => registry.releaseFor(name)?.descriptor.displayName ?? name;

  function announce(name: string, problem: string | null = null): void {
    const key = `override ${name}`;
    const url = memory.overrides[name];
    if (!url) return notices.drop(key);
    const text = problem
      ? overrideFailedText(displayName(name), url, problem)
      : overrideText(displayName(name), url);
    notices.put({ key, tone: 'warn', text, actions: [{ label: 'Reset', run: () => reset(name) }] });
  }

  return {
    announce,
    adopt(requested) {
      for (const [name, address] of Object.entries({ ...memory.overrides, ...requested })) {
        const url = allowedUrl(address, allowed());
        if (url) memory.overrides[name] = url;
        else {
          delete memory.overrides[name];
          notices.warn(`refused override ${name}`, notAllowedText(name, address, allowed()));
        }
      }
      Object.keys(memory.overrides).forEach((name) => announce(name));
    },
    async findProblem(name, address) {
      const url = allowedUrl(address, allowed());
      if (!url) return notAllowedText(displayName(name), address, allowed());
      try {
        const { descriptor } = await fetchRelease({ url: describeAddress(url) });
        return descriptor.name === name ? null : `${url} is ${descriptor.name}, not ${name}.`;
      } catch (error) {
        return (error as Error).message;
      }
    },
  };
}
