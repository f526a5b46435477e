/** The parameters of pruning. */
import { Button, lazyPart } from '@hindsight/shared-ui/core';
import { Later } from '@hindsight/shared-ui/data';
import type * as Fields from '@hindsight/shared-ui/form';
import type { ComponentProps } from 'react';
import { formErrors, paramsOf, type PruningForm as Form } from '../../model/pruning';
import { pruningTexts } from './texts';
import styles from './PruningForm.module.css';

const { hints } = pruningTexts;

/** Comes after the page: the fields are filled, and antd's forms are a third of what the page would begin with. */
const TextInput = lazyPart<ComponentProps<typeof Fields.TextInput>>(() =>
  import('@hindsight/shared-ui/form').then((form) => form.TextInput),
);

/** Where a field will be, of its size. */
function FieldPlace({ label, value, hint }: { label: string; value: string; hint: string }) {
  return (
    <div className={styles.place} aria-hidden>
      <span className={styles.label}>{label}</span>
      <span className={styles.box}>{value}</span>
      <span className={styles.hint}>{hint}</span>
    </div>
  );
}

interface PruningFormProps {
  busy: boolean;
  /** Why suggestions cannot be generated now, or null. */
  problem: string | null;
  form: Form;
  onType(change: Partial<Form>): void;
  onGenerate(): void;
}

/** The fields accept any text, because one that is not a number counts as 0 and has an error. */
export function PruningForm({ busy, problem, form, onType, onGenerate }: PruningFormProps) {
  const errors = formErrors(paramsOf(form));
  const field = (key: keyof Form, label: string, hint: string) => (
    <Later label={label} place={<FieldPlace label={label} value={form[key]} hint={hint} />}>
      <TextInput
        label={label}
        hint={hint}
        error={errors[key]}
        value={form[key]}
        onChange={(value) => onType({ [key]: value })}
        autoComplete="off"
      />
    </Later>
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
      {field('batchSize', 'Batch Size', hints.batchSize)}
      {field('targetCount', 'Target Count', hints.targetCount)}
      {field('maxIterations', 'Max Iterations', hints.maxIterations)}
      <div className={styles.submit}>
        <Button
          type="primary"
          htmlType="submit"
          loading={busy}
          disabled={problem ?? Object.keys(errors).length > 0}
        >
          {pruningTexts.generate}
        </Button>
        {problem && <p className={styles.problem}>{problem}</p>}
      </div>
    </form>
  );
}
