/** "My Organizations" or, for superadmins, "All Organizations". */
import { Segmented } from '@hindsight/shared-ui/data';
import { useConfirm } from '@hindsight/shared-ui/dialog';
import type { ViewMode } from '../../model/organization';

const MODES = [
  { value: 'mine', label: 'My Organizations' },
  { value: 'all', label: 'All Organizations' },
] as const;

/** Asks before the view of all: what one does there happens to people who do not know one. */
export function ViewModeSwitch({ mode, onChange }: { mode: ViewMode; onChange(mode: ViewMode): void }) {
  const confirm = useConfirm();
  async function choose(next: ViewMode) {
    if (next === 'mine') return onChange(next);
    const sure = await confirm({
      title: 'Switch to All Organizations?',
      message:
        'You will see every organization, also those you are not a member of. What you change there takes effect for their members at once.',
      confirmLabel: 'Switch',
    });
    if (sure) onChange('all');
  }
  return <Segmented label="View" value={mode} options={[...MODES]} onChange={(next) => void choose(next)} />;
}
