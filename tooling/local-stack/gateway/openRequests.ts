/** Counts the requests that each address has open: one program must not hold every connection. */
import type { ServerResponse } from 'node:http';

/** Those of an office behind one address, with a stream of changes for each visible page; as `ADDRESS_CONNECTIONS` of production. */
export const MAX_OPEN_OF_ADDRESS = 4000;

/** @returns takes a request in until its answer ends; false when its address has `most` already. */
export function createOpenRequests(most: number): (address: string, response: ServerResponse) => boolean {
  const open = new Map<string, number>();
  return (address, response) => {
    const count = open.get(address) ?? 0;
    if (count >= most) return false;
    open.set(address, count + 1);
    response.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    return true;
  };
}
