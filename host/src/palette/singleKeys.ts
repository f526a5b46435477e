/** Setting for shortcuts without Ctrl or Cmd: WCAG 2.1.4 requires a way to turn them off. */
import { usePreference } from '@hindsight/shared-contracts/shell';

type SingleKeys = 'on' | 'off';

/** Stored in this browser. */
export const useSingleKeys = () => usePreference('single-keys', ['on', 'off']);

/** Sets the attribute that `isShortcut` of the contracts checks, for all parts of the page. */
export function applySingleKeys(state: SingleKeys): void {
  if (state === 'off') document.documentElement.dataset['singleKeys'] = 'off';
  else delete document.documentElement.dataset['singleKeys'];
}
