/** By what limits count those who are known by their address alone. */
import { isIPv6 } from 'node:net';
import { Address6 } from 'ip-address';

/** The network of an address: a host with one IPv6 address can use all of its /64, and would be a new caller with each. */
export function readNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = new Address6(`${address}/64`);
  return parsed.isMapped4() ? parsed.to4().correctForm() : parsed.startAddress().correctForm();
}
