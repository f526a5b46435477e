/** After a compaction of many: looks at what was and is, one by one, and brings single ones or all of them back. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { useConfirm } from '@hindsight/shared-ui/dialog';
import { useState } from 'react';
import { restoreVersion } from '../../api/blocks';
import { memories } from '../../model/block';
import { compactedBlocks } from '../../model/compactedBlocks';
import { eachOf } from '../../model/eachOf';
import { isOver, type Run } from '../../model/run';
import { runKeeper } from '../jobs/runKeeper';
import { useForgetLists } from '../jobs/useRuns';
import { CompactedQueue } from './CompactedQueue';

interface CompactedReviewProps {
  run: Run;
  onChanged(blockIds: readonly string[]): void;
}

/** Nothing with a service that keeps no versions. */
export function CompactedReview({ run, onChanged }: CompactedReviewProps) {
  const { api, offers, toasts } = useShell();
  const confirm = useConfirm();
  const forgetLists = useForgetLists();
  const [isOpen, setOpen] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const { undone } = run;
  const blocks = compactedBlocks(run);
  if (!isOver(run) || run.kind !== 'bulk_compaction' || blocks.length === 0) return null;
  if (!offers('memory.versions')) return null;
  const open = blocks.filter(({ id }) => !undone.has(id));

  const mark = (ids: readonly string[]) => {
    runKeeper.markUndone(run.id, ids);
    onChanged(ids);
  };
  async function undoAll() {
    const isSure = await confirm({
      title: 'Undo the compaction?',
      message: `The texts before come back for ${memories(open.length)}. The compacted texts stay among the versions.`,
      confirmLabel: 'Undo all',
    });
    if (!isSure) return;
    setProgress(0);
    const versions = new Map(open.map(({ id, version }) => [id, version]));
    const ids = [...versions.keys()];
    const failed = await eachOf(ids, (id) => restoreVersion(api, id, versions.get(id) ?? 0), setProgress);
    setProgress(null);
    const lost = new Set(failed.map(({ id }) => id));
    mark(ids.filter((id) => !lost.has(id)));
    if (failed.length === 0) toasts.show('success', `The texts before are back for ${memories(ids.length)}.`);
    else toasts.show('warning', `${failed.length} of ${ids.length} could not be brought back. Try again.`);
    await forgetLists();
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>Review changes</Button>
      {open.length > 0 && (
        <Button onClick={() => void undoAll()} loading={progress !== null}>
          {progress === null
            ? `Undo all (${open.length.toLocaleString()})`
            : `Undoing ${progress} of ${open.length}`}
        </Button>
      )}
      {isOpen && (
        <CompactedQueue
          blocks={blocks}
          undone={undone}
          onUndone={(id) => mark([id])}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
