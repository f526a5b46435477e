/** After a bulk compaction: reviews the changes one by one, and undoes single ones or all of them. */
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { useConfirm } from '@hindsight/shared-ui/data';
import { useState } from 'react';
import { restoreVersion } from '../../api/blocks';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { forEachLimited } from '../../model/forEachLimited';
import { isOver, type Run } from '../../model/run';
import { useMarkUndone } from '../jobs/useRuns';
import { useWriteProblem } from '../review/useWriteProblem';
import { compactedBlocks, CompactedQueue } from './CompactedQueue';
import { compactionTexts } from './texts';

const texts = compactionTexts.review;

interface CompactedReviewProps {
  run: Run;
  onChanged(blockIds: readonly string[]): void;
}

/** Empty where no earlier version is known. */
export function CompactedReview({ run, onChanged }: CompactedReviewProps) {
  const { api, toasts } = useShell();
  const confirm = useConfirm();
  const invalidateLists = useInvalidateLists();
  const markUndone = useMarkUndone();
  const [isOpen, setOpen] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const problem = useWriteProblem(run.scope);
  const { undone } = run;
  const blocks = compactedBlocks(run);
  if (!isOver(run) || run.kind !== 'bulk_compaction' || blocks.length === 0) return null;
  const open = blocks.filter(({ id }) => !undone.has(id));

  const mark = (ids: readonly string[]) => {
    markUndone(run.id, ids);
    onChanged(ids);
  };
  async function undoAll() {
    const isSure = await confirm({
      title: texts.question,
      message: texts.questionDetail(open.length),
      confirmLabel: texts.undoAll,
    });
    if (!isSure) return;
    setProgress(0);
    const versions = new Map(open.map(({ id, version }) => [id, version]));
    const ids = [...versions.keys()];
    const failed = await forEachLimited(
      ids,
      (id) => restoreVersion(api, id, versions.get(id) ?? 0),
      setProgress,
    );
    setProgress(null);
    const failedIds = new Set(failed.map(({ id }) => id));
    mark(ids.filter((id) => !failedIds.has(id)));
    if (failed.length === 0) toasts.show('success', texts.undone(ids.length));
    else
      toasts.show('warning', texts.partlyUndone(failed.length, ids.length, describeError(failed[0]?.error)));
    await invalidateLists();
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>{texts.title}</Button>
      {open.length > 0 && (
        <Button onClick={() => void undoAll()} disabled={problem} loading={progress !== null}>
          {progress === null ? texts.undoAllCount(open.length) : texts.undoing(progress, open.length)}
        </Button>
      )}
      {isOpen && (
        <CompactedQueue
          blocks={blocks}
          undone={undone}
          problem={problem}
          onUndone={(id) => mark([id])}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
