/** Query parameter that opens the status dialog. Not `status`, because two lists use that name for a filter. */
export const PARTS_PARAM = 'parts';

/** Accepts a bare `?status`, which people type, as an alias. Must run before a router reads the address. */
export function takeStatusFrom(address: Location = window.location): void {
  const search = address.search.replace(/([?&])status(?=&|$)/, `$1${PARTS_PARAM}`);
  if (search !== address.search)
    window.history.replaceState(window.history.state, '', address.pathname + search + address.hash);
}
