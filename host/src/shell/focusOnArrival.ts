/** Records where the focus was when the page started to change. */

/** Subset of the router, which reports a new address before React renders its page. */
interface AddressSource {
  state: { location: { key: string } };
  subscribe(listener: (state: { location: { key: string } }) => void): () => void;
}

export interface Arrival {
  /** Starts following a router; returns a stop function. */
  watch(router: AddressSource): () => void;
  /**
   * Whether the focus is still where it was when the address changed, or nowhere. A page may take seconds to arrive; the focus must not
   * move if the user, or the page itself, has placed it elsewhere by then.
   */
  focusIsFree(): boolean;
}

export function createArrival(): Arrival {
  let departure: Element | null = null;
  return {
    watch(router) {
      let last = router.state.location.key;
      return router.subscribe(({ location }) => {
        if (location.key === last) return;
        last = location.key;
        departure = document.activeElement;
      });
    },
    focusIsFree() {
      const { activeElement } = document;
      return activeElement === null || activeElement === document.body || activeElement === departure;
    },
  };
}
