/** Form with the parameters of pruning. */
import { Button, Input } from '@hindsight/shared-ui/core';
import { Field } from '@hindsight/shared-ui/data';
import { useState } from 'react';
import { formErrors, toParams, type PruningForm as Form } from '../../model/pruning';
import { ModelCost } from '../jobs/ModelCost';
import { pruningTexts } from './texts';
import layout from '../review/layout.module.css';
import styles from './PruningForm.module.css';

const { hints } = pruningTexts;
/** Maximum memories that a model evaluates per run. */
const MOST_JUDGED = 100;

interface PruningFormProps {
  busy: boolean;
  /** Why suggestions cannot be generated now, or null. */
  problem: string | null;
  form: Form;
  onType(change: Partial<Form>): void;
  onGenerate(): void;
}

/** Fields accept any text; a non-number counts as 0 and shows an error. */
export function PruningForm({ busy, problem, form, onType, onGenerate }: PruningFormProps) {
  const errors = formErrors(toParams(form));
  const [isOpen, setOpen] = useState(false);
  const field = (key: keyof Form, label: string, hint: string) => (
    <Field label={label} hint={hint} error={errors[key]}>
      {(control) => (
        <Input
          {...control}
          status={errors[key] ? 'error' : undefined}
          value={form[key]}
          autoComplete="off"
          onChange={(event) => onType({ [key]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <form
      className={styles.form}
      aria-label="Parameters"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!problem) onGenerate();
      }}
    >
      <div className={styles.submit}>
        <Button
          type="primary"
          htmlType="submit"
          loading={busy}
          disabled={problem ?? Object.keys(errors).length > 0}
        >
          {pruningTexts.generate}
        </Button>
        {problem ? (
          <p className={layout.note}>{problem}</p>
        ) : (
          <ModelCost
            kind="pruning"
            count={Math.max(0, toParams(form).target_count ?? 0) || MOST_JUDGED}
            className={layout.note}
          />
        )}
      </div>
      {/* Open while a parameter is invalid, because its error explains why the button is disabled. */}
      <details
        className={styles.advanced}
        open={isOpen || Object.keys(errors).length > 0}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>{pruningTexts.advanced}</summary>
        <div className={styles.fields}>
          {field('batchSize', 'Batch Size', hints.batchSize)}
          {field('targetCount', 'Target Count', hints.targetCount)}
          {field('maxIterations', 'Max Iterations', hints.maxIterations)}
        </div>
      </details>
    </form>
  );
}
