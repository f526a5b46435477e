/** Dialog to write a memory block by hand. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from '@hindsight/shared-contracts/router';
import { randomUuid, describeError } from '@hindsight/shared-contracts/rules';
import { useDraft, useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Alert, DraftNote } from '@hindsight/shared-ui/core';
import { FormDialog } from '@hindsight/shared-ui/dialog';
import { focusFirstError } from '@hindsight/shared-ui/form';
import { createMemory } from '../../api/createMemory';
import { useMemoryCache } from '../../api/memoryCache';
import { useWriteContext } from '../../api/memoryWrites';
import { withBlock, type OpenQuestion } from '../../model/blockAddress';
import { newMemoryDraftKey } from '../../model/draftKeys';
import { emptyMemory, isWritten, newMemoryBody, newMemoryProblems, toTexts } from '../../model/newMemory';
import { useSecretWarning } from '../secrets/useSecretWarning';
import { useFailureToast } from '../blockActions/useFailureToast';
import { CreateFields } from './CreateFields';
import { ANSWER_INTRODUCTION, CREATED, createFailed, DRAFT, INTRODUCTION, keywordsNotAdded } from './texts';

const NO_PROBLEMS: ReturnType<typeof newMemoryProblems> = {};

interface CreateDialogProps {
  open: OpenQuestion;
  close(): void;
}

/** Keeps the draft until it is saved or discarded; after saving, the new memory opens in place of the form. */
export function CreateDialog({ open, close }: CreateDialogProps) {
  const { question } = open;
  const { toasts } = useShell();
  const context = useWriteContext();
  const cacheFor = useMemoryCache();
  const fail = useFailureToast();
  const maySave = useSecretWarning();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [empty] = useState(() => emptyMemory(randomUuid(), open));
  const draft = useDraft(newMemoryDraftKey(question), empty);
  const memory = draft.value;
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState('');
  const [createdId, setCreated] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // Idempotency key per text: a retry after a lost response creates no duplicate.
  const attempt = useRef({ text: '', key: '' });
  useUnsavedChanges(createdId === null && isWritten(memory, question), DRAFT, draft.reset);
  // Runs after the draft is released, because leaving the form with a draft asks for confirmation.
  const openBlock = useEffectEvent((id: string) => {
    void navigate({ pathname, search: withBlock(search, id) }, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (createdId !== null) openBlock(createdId);
  }, [createdId]);

  async function save(): Promise<void> {
    setTried(true);
    if (saving) return;
    if (Object.keys(newMemoryProblems(memory, question)).length > 0) {
      requestAnimationFrame(() => focusFirstError(form.current));
      return;
    }
    setSaving(true);
    setFailure('');
    try {
      const body = newMemoryBody(memory);
      if (!(await maySave(toTexts(body)))) {
        setSaving(false);
        return;
      }
      const text = JSON.stringify(body);
      if (attempt.current.text !== text) attempt.current = { text, key: randomUuid() };
      const { memory: created, unlinked } = await createMemory(context, memory, attempt.current.key);
      toasts.show('success', CREATED);
      if (unlinked.length > 0) toasts.show('warning', keywordsNotAdded(unlinked.length, unlinked[0]?.reason));
      // Keep showing the text until the saved memory replaces the form.
      draft.reset(memory);
      setCreated(created.id);
    } catch (error) {
      setFailure(createFailed(describeError(error)));
      fail(error, createFailed(describeError(error)));
      setSaving(false);
    }
    void cacheFor(context.scope).reload();
  }

  return (
    <FormDialog
      ref={form}
      title="Create Memory"
      description={question === '' ? INTRODUCTION : ANSWER_INTRODUCTION}
      size="large"
      closeOnBackdrop={false}
      busy={saving}
      onClose={close}
      submitLabel="Create Memory"
      onSubmit={save}
    >
      <DraftNote draft={draft} />
      {failure !== '' && <Alert>{failure} Your draft is still here.</Alert>}
      <CreateFields
        memory={memory}
        problems={tried ? newMemoryProblems(memory, question) : NO_PROBLEMS}
        change={(part) => draft.set((now) => ({ ...now, ...part }))}
      />
    </FormDialog>
  );
}
