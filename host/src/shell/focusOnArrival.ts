/** Remembers where the focus was when the page began to change. */

/** The part of the router that is needed: it tells a new address before React has drawn the page for it. */
interface AddressSource {
  state: { location: { key: string } };
  subscribe(listener: (state: { location: { key: string } }) => void): () => void;
}

export interface Arrival {
  /** Starts listening to a router; answers how to stop. */
  watch(router: AddressSource): () => void;
  /**
   * Whether the focus is still where it was when the address changed, or nowhere. A page may take seconds to arrive; who has
   * moved on by then, or whose page chose a place for the focus, keeps it.
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
