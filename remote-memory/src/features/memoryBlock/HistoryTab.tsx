/** History of a memory: the effect of each change, and restoring an earlier version. */
import { useState } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, EmptyState, ErrorState, RelativeTime } from '@hindsight/shared-ui/core';
import { restoreVersion, useVersions, VERSIONS_SIZE } from '../../api/history';
import { useMemoryCache } from '../../api/memoryCache';
import { useWriteContext } from '../../api/memoryWrites';
import type { Memory } from '../../model/memory';
import { describeError } from '@hindsight/shared-contracts/rules';
import { changesBetween, toBlockState, STATE_LABELS } from '../../model/versions';
import type { BlockState, MemoryVersion, StateChange } from '../../model/versions';
import { useActionProblems } from '../blockActions/useActionProblems';
import { useFailureToast } from '../blockActions/useFailureToast';
import { Waiting } from './BlockLoading';
import styles from './HistoryTab.module.css';
import { HISTORY_FAILED, NO_CHANGES, SIGN_IN_TO_EDIT, versionRestored, versionRestoreFailed } from './texts';
import { usePlacedPage } from '@hindsight/shared-ui/places';
import { WordDiff } from '@hindsight/shared-ui/review';

/** Fields whose short values are shown as before and after instead of as a diff. */
const SHORT = new Set<StateChange['field']>(['score', 'archived', 'priority', 'category']);

/** Changes of one version, field by field. */
function VersionChanges({ changes }: { changes: readonly StateChange[] }) {
  if (changes.length === 0) return <p className={styles.same}>No text changed.</p>;
  return changes.map(({ field, before, after }) =>
    SHORT.has(field) ? (
      <p key={field}>
        {STATE_LABELS[field]}: {before || 'none'} → {after || 'none'}
      </p>
    ) : (
      <WordDiff key={field} label={STATE_LABELS[field]} before={before} after={after} />
    ),
  );
}

/** Restores immediately: the replaced state becomes a version itself, which Undo restores. */
function useRestore(id: string) {
  const { toasts, guardWrite } = useShell();
  const context = useWriteContext();
  const cacheFor = useMemoryCache();
  const fail = useFailureToast();
  const [busy, setBusy] = useState(false);

  async function restore(version: number, offersUndo: boolean): Promise<void> {
    if (!guardWrite(SIGN_IN_TO_EDIT)) return;
    setBusy(true);
    try {
      const replaced = await restoreVersion(context, id, version);
      const undo = replaced !== null && offersUndo;
      const action = undo ? { label: 'Undo', run: () => void restore(replaced, false) } : undefined;
      toasts.show('success', versionRestored(version), { action });
    } catch (error) {
      fail(error, versionRestoreFailed(describeError(error)));
    }
    setBusy(false);
    await cacheFor(context.scope).reload();
  }
  return { busy, restore: (version: number) => void restore(version, true) };
}

interface Change {
  version: MemoryVersion;
  /** State after the change. */
  after: BlockState;
}

/** Pairs each version with the state that followed it: the next newer version, or the current block. */
function listChanges(versions: readonly MemoryVersion[], page: number, now: BlockState): Change[] {
  const states =
    page === 1 ? [now, ...versions.map(({ state }) => state)] : versions.map(({ state }) => state);
  const own = page === 1 ? versions : versions.slice(1);
  return own.slice(0, VERSIONS_SIZE).map((version, index) => ({ version, after: states[index] ?? now }));
}

export function HistoryTab({ block }: { block: Memory }) {
  const { session } = useShell();
  const { page, place, turn } = usePlacedPage(block.id);
  const versions = useVersions(block.id, page, place);
  const { write } = useActionProblems();
  const { busy, restore } = useRestore(block.id);

  if (!versions.data) {
    return versions.error ? (
      <ErrorState title={HISTORY_FAILED} query={versions} />
    ) : (
      <Waiting what="the history" />
    );
  }
  if (versions.data.length === 0) {
    return <EmptyState kind="nothing-yet" icon="clock" {...NO_CHANGES} />;
  }
  const changes = listChanges(versions.data, page, toBlockState(block));
  const behind = changes.at(-2)?.version;
  const isLast = versions.data.length - (page === 1 ? 0 : 1) <= VERSIONS_SIZE;
  const actorLabel = ({ actorId: id, actorName: name }: MemoryVersion) =>
    id === ''
      ? 'by the service'
      : id === session.user?.user_id
        ? 'by you'
        : `by ${name || 'an unnamed person'}`;

  return (
    <div className={styles.history} aria-busy={versions.isPlaceholderData}>
      <ol className={styles.list} aria-label="Changes, newest first">
        {changes.map(({ version, after }) => (
          <li key={version.id} className={styles.change}>
            <div className={styles.head}>
              <p>
                <strong>{version.reason}</strong> {actorLabel(version)},{' '}
                <RelativeTime iso={version.at} wording="sentence" />
              </p>
              <Button
                size="small"
                disabled={write ?? busy}
                title={
                  write ??
                  `Restore the text from before this change (version ${version.version}). Keywords and feedback are unchanged.`
                }
                onClick={() => restore(version.version)}
              >
                Restore version {version.version}
              </Button>
            </div>
            <VersionChanges changes={changesBetween(version.state, after)} />
          </li>
        ))}
      </ol>
      {(page > 1 || !isLast) && (
        <div className={styles.pages}>
          <Button size="small" disabled={page === 1} onClick={() => turn(page - 1, place)}>
            Newer changes
          </Button>
          <Button
            size="small"
            disabled={isLast}
            onClick={() => turn(page + 1, behind && `${behind.version}_${behind.id}`)}
          >
            Older changes
          </Button>
        </div>
      )}
    </div>
  );
}
