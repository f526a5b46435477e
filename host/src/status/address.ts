/** Where the status of the parts is opened. A name of its own: `status` is what two lists call a filter. */
export const PARTS_PARAM = 'parts';

/** `?status` without a value is what people type: it means the same. Must run before a router reads the address. */
export function takeStatusFrom(address: Location = window.location): void {
  const search = address.search.replace(/([?&])status(?=&|$)/, `$1${PARTS_PARAM}`);
  if (search !== address.search)
    window.history.replaceState(window.history.state, '', address.pathname + search + address.hash);
}
