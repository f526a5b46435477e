/** "My Organizations" or, for superadmins, "All Organizations". */
import { Segmented, useConfirm } from '@hindsight/shared-ui/data';
import type { ViewMode } from '../../model/organization';
import { organizationTexts } from './texts';

const MODES = [
  { value: 'mine', label: 'My Organizations' },
  { value: 'all', label: 'All Organizations' },
] as const;

/** Confirms the switch to all: changes there affect people who do not know this superadmin. */
export function ViewModeSwitch({ mode, onChange }: { mode: ViewMode; onChange(mode: ViewMode): void }) {
  const confirm = useConfirm();
  async function choose(next: ViewMode) {
    if (next === 'mine') return onChange(next);
    const sure = await confirm({
      title: organizationTexts.showAllTitle,
      message: organizationTexts.showAll,
      confirmLabel: 'Switch',
    });
    if (sure) onChange('all');
  }
  return <Segmented label="View" value={mode} options={[...MODES]} onChange={(next) => void choose(next)} />;
}
