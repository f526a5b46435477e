/** Rate limit key for callers known only by their address. */
import { isIPv6 } from 'node:net';
import { Address6 } from 'ip-address';

/** The network of an address: a host with IPv6 can use its whole /64 and would count as a new caller with each address. */
export function readNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = new Address6(`${address}/64`);
  return parsed.isMapped4() ? parsed.to4().correctForm() : parsed.startAddress().correctForm();
}
