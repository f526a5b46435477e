/** The host in whose page a release is tried: one that runs somewhere, or the build of a clone. */

export interface Host {
  /** A document of the host, whatever registry is in it. */
  page(): Promise<string>;
  /** A file of the host; null when there is none. @param pathname begins with `/assets/`. */
  asset(pathname: string): Promise<Buffer | null>;
}

/** @param address of a dashboard that runs. */
export function hostAt(address: string): Host {
  const ask = (pathname: string) =>
    fetch(new URL(pathname, address), { headers: { Accept: 'text/html,*/*' } });
  return {
    async page() {
      const answer = await ask('/').catch(() => null);
      const text = await answer?.text();
      if (text?.includes('id="registry"')) return text;
      throw new Error(`${address} ${answer ? 'is not a dashboard' : 'cannot be reached'}`);
    },
    async asset(pathname) {
      const answer = await ask(pathname);
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
    },
  };
}
