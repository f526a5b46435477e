/** The host in whose page a release is tested: a running one, or the build of a clone. */

export interface Host {
  /** An HTML page of the host, with any registry in it. */
  page(): Promise<string>;
  /** A file of the host; null when it does not exist. @param pathname starts with `/assets/`. */
  asset(pathname: string): Promise<Buffer | null>;
}

/** @param address of a running dashboard. */
export function connectHost(address: string): Host {
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
