/** Whether keys without Ctrl or Cmd do anything: WCAG 2.1.4 asks for a way to turn them off. */
import { usePreference } from '@hindsight/shared-contracts/shell';

type SingleKeys = 'on' | 'off';

/** Remembered by this browser. */
export const useSingleKeys = () => usePreference('single-keys', ['on', 'off']);

/** Where `isShortcut` of the contracts looks, for every part of the page. */
export function applySingleKeys(state: SingleKeys): void {
  if (state === 'off') document.documentElement.dataset['singleKeys'] = 'off';
  else delete document.documentElement.dataset['singleKeys'];
}
