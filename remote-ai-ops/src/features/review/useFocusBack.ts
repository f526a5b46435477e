/** Gives the focus back to where it was before a dialog that is drawn anew while it is open, e.g. for each step of a queue. */
import { useEffect, useState } from 'react';

/** Render it in what stays for as long as the dialog is open; a focus that went elsewhere by itself stays there. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the dialog has left the page: only then it is known whether the focus is lost.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement && opener.isConnected)
          opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
