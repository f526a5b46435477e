/** Undoes a whole bulk compaction; single memories can be restored from their history. */
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
import { readId } from '../../model/batches';
import { useWriteProblem } from '../review/useWriteProblem';
import { compactionTexts } from './texts';

const texts = compactionTexts.review;

/** For each memory, the version with its earlier texts, if known. */
const versionsBefore = ({ rows }: Run): Map<string, number> =>
  new Map(
    rows.flatMap((row) => {
      const { version } = row as { version?: number };
      return version === undefined ? [] : [[readId(row), version] as const];
    }),
  );

interface UndoCompactionProps {
  run: Run;
  onChanged(blockIds: readonly string[]): void;
}

/** Renders nothing when no earlier version is known. */
export function UndoCompaction({ run, onChanged }: UndoCompactionProps) {
  const { api, toasts } = useShell();
  const confirm = useConfirm();
  const invalidateLists = useInvalidateLists();
  const markUndone = useMarkUndone();
  const [progress, setProgress] = useState<number | null>(null);
  const problem = useWriteProblem(run.scope);
  const versions = versionsBefore(run);
  const open = [...versions.keys()].filter((id) => !run.undone.has(id));
  if (!isOver(run) || run.kind !== 'bulk_compaction' || open.length === 0) return null;

  async function undoAll() {
    const isSure = await confirm({
      title: texts.question,
      message: texts.questionDetail(open.length),
      confirmLabel: texts.undoAll,
    });
    if (!isSure) return;
    setProgress(0);
    const failed = await forEachLimited(
      open,
      (id) => restoreVersion(api, id, versions.get(id) ?? 0),
      setProgress,
    );
    setProgress(null);
    const failedIds = new Set(failed.map(({ id }) => id));
    const restored = open.filter((id) => !failedIds.has(id));
    markUndone(run.id, restored);
    onChanged(restored);
    if (failed.length === 0) toasts.show('success', texts.undone(open.length));
    else
      toasts.show('warning', texts.partlyUndone(failed.length, open.length, describeError(failed[0]?.error)));
    await invalidateLists();
  }

  return (
    <Button onClick={() => void undoAll()} disabled={problem} loading={progress !== null}>
      {progress === null ? texts.undoAllCount(open.length) : texts.undoing(progress, open.length)}
    </Button>
  );
}
