/** State of one compaction: instructions, preview and apply. */
import type { Compaction } from '@hindsight/shared-contracts/api';
import { isAbort } from '@hindsight/shared-contracts/api/client';
import { describeError } from '@hindsight/shared-contracts/rules';
import { useDraft, useShell } from '@hindsight/shared-contracts/shell';
import { useEffect, useRef, useState } from 'react';
import { loadBlock, restoreVersion, versionBeforeCompaction } from '../../api/blocks';
import { applyCompaction, proposeCompaction } from '../../api/rewrites';
import { useInvalidateLists } from '../../api/useInvalidateLists';
import { ALL_TEXTS, spaceSaved, textsAfter, textsBefore, type AcceptedTexts } from '../../model/compaction';
import { COMPACTION } from '../../model/limits';
import { compactionTexts as texts } from './texts';

interface Options {
  blockId: string;
  onApplied(): void;
  onChanged(blockIds: readonly string[]): void;
}

/** State and actions of the dialog. Ignores a response that arrives after Start Over or closing. */
export function useCompaction({ blockId, onApplied, onChanged }: Options) {
  const { api, guardWrite, toasts } = useShell();
  const invalidateLists = useInvalidateLists();
  const draft = useDraft(`compaction.${blockId}`, '');
  const instructions = draft.value;
  const [compaction, setCompaction] = useState<Compaction | null>(null);
  const [accepted, setAccepted] = useState(ALL_TEXTS);
  const [error, setError] = useState<{ title: string; reason: string } | null>(null);
  const [busy, setBusy] = useState<'generating' | 'applying' | null>(null);
  const call = useRef<AbortController | null>(null);
  useEffect(() => () => call.current?.abort(), []);

  const stop = () => {
    call.current?.abort();
    setBusy(null);
  };

  async function generate() {
    if (busy || !guardWrite(texts.signIn)) return;
    const own = new AbortController();
    call.current = own;
    setBusy('generating');
    setError(null);
    try {
      const found = await proposeCompaction(api, blockId, instructions, own.signal);
      if (own.signal.aborted) return;
      setCompaction(found);
      setAccepted(ALL_TEXTS);
    } catch (reason) {
      if (!isAbort(reason) && !own.signal.aborted)
        setError({ title: texts.generateFailed, reason: describeError(reason) });
    } finally {
      if (call.current === own) setBusy(null);
    }
  }

  async function undo() {
    try {
      const version = await versionBeforeCompaction(api, blockId);
      if (version === null) throw new Error(texts.noEarlierVersion);
      await restoreVersion(api, blockId, version);
      toasts.show('success', texts.undone);
      onChanged([blockId]);
      await invalidateLists();
    } catch (reason) {
      toasts.show('error', texts.undoFailed(describeError(reason)));
    }
  }

  async function apply() {
    if (busy || !compaction || !guardWrite(texts.signIn)) return;
    setBusy('applying');
    setError(null);
    try {
      const current = await loadBlock(api, blockId);
      const before = textsBefore(compaction);
      if (current.content !== before.content || (current.lessons_learned ?? '') !== before.lesson) {
        throw new Error(texts.conflict);
      }
      await applyCompaction(api, blockId, textsAfter(compaction, accepted));
    } catch (reason) {
      setError({ title: texts.applyFailed, reason: describeError(reason) });
      setBusy(null);
      return;
    }
    const saved = spaceSaved(compaction, accepted);
    toasts.show('success', texts.done(saved, compaction.compression_quality_score), {
      duration: COMPACTION.toastMs,
      action: { label: 'Undo', run: () => void undo() },
    });
    onChanged([blockId]);
    void invalidateLists();
    draft.reset();
    onApplied();
  }

  return {
    draft,
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
      draft.reset('');
    },
    /** Returns to the instructions and keeps them. */
    refine() {
      setCompaction(null);
      setError(null);
    },
  };
}
