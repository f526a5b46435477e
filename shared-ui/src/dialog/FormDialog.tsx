/** A dialog that contains one form. */
import { useId, type Ref } from 'react';
import { Button } from '../core/actions/Button';
import styles from './FormDialog.module.css';
import { Modal, type ModalProps } from './Modal';

interface FormDialogProps extends Omit<ModalProps, 'footer' | 'open'> {
  submitLabel: string;
  /** False while there is nothing to submit. */
  canSubmit?: boolean;
  /** Submits the form if it is valid; errors are shown inside. */
  onSubmit(): void | Promise<void>;
  /** Ref to the form, e.g. to focus its first error. */
  ref?: Ref<HTMLFormElement>;
}

/** Stacked fields; Cancel and the submit button stay visible. Fields show validation errors, not the browser. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, canSubmit = true, onSubmit, ref, children, ...modal } = props;
  const form = useId();
  return (
    <Modal
      {...modal}
      footer={
        <>
          <Button onClick={props.onClose} disabled={props.busy}>
            Cancel
          </Button>
          <Button type="primary" htmlType="submit" form={form} disabled={!canSubmit} loading={props.busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        ref={ref}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {children}
      </form>
    </Modal>
  );
}
