/** Why a file did not load. The probe itself is fetched when something failed, like most of what a healthy page never needs. */
import type { Diagnosis } from './probe';

/** @param integrity hash that the file should have, `sha384-…`. */
export async function explain(url: string, deadline: number, integrity?: string): Promise<Diagnosis> {
  try {
    const { probe } = await import(/* webpackChunkName: "probe" */ './probe');
    return await probe(url, deadline, integrity);
  } catch {
    return { kind: 'unreachable', reason: `The server at ${new URL(url).origin} cannot be reached.` };
  }
}
