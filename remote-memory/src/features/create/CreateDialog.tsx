/** Writes a memory block by hand. */
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from '@hindsight/shared-contracts/router';
import { useShell, useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { focusFirstError } from '@hindsight/shared-ui/form';
import { useMemoryChanges, useWriteContext } from '../../api/blockWrites';
import { createBlock } from '../../api/createBlock';
import { withBlock } from '../../model/blockAddress';
import { emptyMemory, isWritten, newId, newMemoryProblems, type NewMemory } from '../../model/newMemory';
import { isUncertain, reasonOf } from '../../model/reasons';
import { useFailureToast } from '../blockActions/useFailureToast';
import styles from './CreateDialog.module.css';
import { CreateFields } from './CreateFields';
import { CREATED, createFailed, DRAFT, keywordsNotAdded } from './texts';

const NO_PROBLEMS: ReturnType<typeof newMemoryProblems> = {};

/** What was written stays until it is stored or thrown away on purpose; then the new block opens in the form's place. */
export function CreateDialog({ close }: { close(): void }) {
  const { toasts } = useShell();
  const context = useWriteContext();
  const changesIn = useMemoryChanges();
  const fail = useFailureToast();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [memory, setMemory] = useState<NewMemory>(() => emptyMemory(newId()));
  const [key] = useState(newId);
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState('');
  const [made, setMade] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // The last try may have stored it: only its answer was lost.
  const mayBeStored = useRef(false);
  const formId = useId();
  useUnsavedChanges(made === null && isWritten(memory), DRAFT);
  // Once the draft is let go of: until then leaving the form would be asked about.
  const openBlock = useEffectEvent((id: string) => {
    void navigate({ pathname, search: withBlock(search, id) }, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (made !== null) openBlock(made);
  }, [made]);

  async function save(): Promise<void> {
    setTried(true);
    if (saving) return;
    if (Object.keys(newMemoryProblems(memory)).length > 0) {
      requestAnimationFrame(() => focusFirstError(form.current));
      return;
    }
    setSaving(true);
    setFailure('');
    try {
      const { block, unlinked } = await createBlock(context, memory, {
        key,
        again: mayBeStored.current,
      });
      toasts.show('success', CREATED);
      if (unlinked.length > 0) toasts.show('warning', keywordsNotAdded(unlinked.length, unlinked[0]?.reason));
      setMade(block.id);
    } catch (error) {
      mayBeStored.current ||= isUncertain(error);
      setFailure(createFailed(reasonOf(error)));
      fail(error, createFailed(reasonOf(error)));
      setSaving(false);
    }
    void changesIn(context.scope).reload();
  }

  return (
    <Modal
      title="Create Memory"
      description="Something an agent should remember, written by you."
      size="large"
      closeOnBackdrop={false}
      busy={saving}
      onClose={close}
      footer={
        <>
          <Button onClick={close} disabled={saving}>
            Cancel
          </Button>
          <Button type="primary" htmlType="submit" form={formId} loading={saving}>
            Create Memory
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {failure !== '' && (
          <p role="alert" className={styles.failure}>
            {failure} What you wrote is still here.
          </p>
        )}
        <CreateFields
          memory={memory}
          problems={tried ? newMemoryProblems(memory) : NO_PROBLEMS}
          change={(part) => setMemory((now) => ({ ...now, ...part }))}
        />
      </form>
    </Modal>
  );
}
