/** Counts open requests per caller and per address, so one client cannot hold every connection. */
import type { ServerResponse } from 'node:http';

/** @returns registers a request until its response ends; false when its caller already has `most`. 0 means no limit. */
export function createOpenRequests(most: number): (caller: string, response: ServerResponse) => boolean {
  const open = new Map<string, number>();
  return (caller, response) => {
    if (most === 0) return true;
    const count = open.get(caller) ?? 0;
    if (count >= most) return false;
    open.set(caller, count + 1);
    response.once('close', () => {
      const left = (open.get(caller) ?? 1) - 1;
      if (left > 0) open.set(caller, left);
      else open.delete(caller);
    });
    return true;
  };
}
