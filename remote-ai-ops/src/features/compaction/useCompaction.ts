/** The states of one compaction: instructions, the preview of what it would be, and applying it. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useRef, useState } from 'react';
import { loadBlock, restoreVersion, versionBeforeCompaction } from '../../api/blocks';
import { applyCompaction, proposeCompaction } from '../../api/rewrites';
import {
  compactedText,
  spaceSaved,
  textsAfter,
  type AcceptedTexts,
  type Compaction,
} from '../../model/compaction';
import { isAbort, reasonOf } from '../../model/failure';
import { COMPACTION } from '../../model/limits';
import { useForgetLists } from '../jobs/useRuns';

const ALL: AcceptedTexts = { content: true, lesson: true };
export const COMPACT_FAILED = 'Failed to compact memory block';
export const APPLY_FAILED = 'Failed to apply compaction';
const CHANGED = 'The memory block was changed meanwhile. Generate the preview again.';

interface Options {
  blockId: string;
  onApplied(): void;
  onChanged(blockIds: readonly string[]): void;
}

/** What the dialog shows and what it can do. An answer that comes after Start Over or closing is not shown. */
export function useCompaction({ blockId, onApplied, onChanged }: Options) {
  const { api, guardWrite, offers, toasts } = useShell();
  const forgetLists = useForgetLists();
  const [instructions, setInstructions] = useState('');
  const [compaction, setCompaction] = useState<Compaction | null>(null);
  const [accepted, setAccepted] = useState(ALL);
  const [error, setError] = useState<{ title: string; reason: string } | null>(null);
  const [busy, setBusy] = useState<'generating' | 'applying' | null>(null);
  const call = useRef<AbortController | null>(null);
  useEffect(() => () => call.current?.abort(), []);

  const stop = () => {
    call.current?.abort();
    setBusy(null);
  };

  async function generate() {
    if (busy || !guardWrite('Sign in to compact memory blocks.')) return;
    const own = new AbortController();
    call.current = own;
    setBusy('generating');
    setError(null);
    try {
      const found = await proposeCompaction(api, blockId, instructions, own.signal);
      if (own.signal.aborted) return;
      setCompaction(found);
      setAccepted(ALL);
    } catch (reason) {
      if (!isAbort(reason) && !own.signal.aborted)
        setError({ title: COMPACT_FAILED, reason: reasonOf(reason) });
    } finally {
      if (call.current === own) setBusy(null);
    }
  }

  async function undo() {
    try {
      const version = await versionBeforeCompaction(api, blockId);
      if (version === null)
        throw new Error('the memory was changed since. Its versions hold the text before.');
      await restoreVersion(api, blockId, version);
      toasts.show('success', 'The text before the compaction is back.');
      onChanged([blockId]);
      await forgetLists();
    } catch (reason) {
      toasts.show('error', `Failed to undo the compaction: ${reasonOf(reason)}`);
    }
  }

  async function apply() {
    if (busy || !compaction || !guardWrite('Sign in to compact memory blocks.')) return;
    setBusy('applying');
    setError(null);
    try {
      const now = await loadBlock(api, blockId);
      if (now.content !== compaction.originalContent || now.lesson !== compaction.originalLesson) {
        throw new Error(CHANGED);
      }
      await applyCompaction(api, blockId, textsAfter(compaction, accepted));
    } catch (reason) {
      setError({ title: APPLY_FAILED, reason: reasonOf(reason) });
      setBusy(null);
      return;
    }
    const text = compactedText(spaceSaved(compaction, accepted), compaction.quality);
    toasts.show('success', text, {
      duration: COMPACTION.toastMs,
      ...(offers('memory.versions') && { action: { label: 'Undo', run: () => void undo() } }),
    });
    onChanged([blockId]);
    void forgetLists();
    onApplied();
  }

  return {
    instructions,
    setInstructions,
    compaction,
    accepted,
    toggle: (key: keyof AcceptedTexts) => setAccepted((now) => ({ ...now, [key]: !now[key] })),
    error,
    busy,
    generate: () => void generate(),
    apply: () => void apply(),
    stop,
    /** Clears the result, the errors and the instructions. */
    startOver() {
      stop();
      setCompaction(null);
      setError(null);
      setInstructions('');
    },
    /** Back to the instructions, which stay. */
    refine() {
      setCompaction(null);
      setError(null);
    },
  };
}
