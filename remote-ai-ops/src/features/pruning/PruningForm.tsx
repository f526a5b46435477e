/** The parameters of pruning. */
import { Button } from '@hindsight/shared-ui/core';
import { TextInput } from '@hindsight/shared-ui/form';
import { useState } from 'react';
import { DEFAULT_FORM, formErrors, paramsOf, type PruningForm as Form } from '../../model/pruning';
import styles from './PruningForm.module.css';

interface PruningFormProps {
  busy: boolean;
  /** Why nothing can be generated now, or null. */
  problem: string | null;
  onGenerate(form: Form): void;
}

/** Texts that are no numbers count as 0, so the fields take any text and say what is wrong with it. */
export function PruningForm({ busy, problem, onGenerate }: PruningFormProps) {
  const [form, setForm] = useState<Form>(DEFAULT_FORM);
  const errors = formErrors(paramsOf(form));
  const field = (key: keyof Form, label: string, hint: string) => (
    <TextInput
      label={label}
      hint={hint}
      error={errors[key]}
      value={form[key]}
      onChange={(value) => setForm((now) => ({ ...now, [key]: value }))}
      autoComplete="off"
    />
  );
  return (
    <form
      className={styles.form}
      aria-label="Parameters"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!problem) onGenerate(form);
      }}
    >
      {field('batchSize', 'Batch Size', 'Memories looked at in one go, 1 to 100.')}
      {field('targetCount', 'Target Count', 'Most suggestions; empty means no limit.')}
      {field('maxIterations', 'Max Iterations', 'How many batches, 1 to 100.')}
      <div className={styles.submit}>
        <Button
          type="primary"
          htmlType="submit"
          loading={busy}
          disabled={problem !== null || Object.keys(errors).length > 0}
        >
          Generate Suggestions
        </Button>
        {problem && <p className={styles.problem}>{problem}</p>}
      </div>
    </form>
  );
}
