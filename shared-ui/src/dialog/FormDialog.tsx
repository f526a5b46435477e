/** A dialog that is one form. */
import { useId, type Ref } from 'react';
import { Button } from '../core/actions/Button';
import styles from './FormDialog.module.css';
import { Modal, type ModalProps } from './Modal';

interface FormDialogProps extends Omit<ModalProps, 'footer' | 'open'> {
  submitLabel: string;
  /** False while there is nothing to send. */
  canSubmit?: boolean;
  /** Sends the form, if nothing in it is wrong; failures are shown inside. */
  onSubmit(): void | Promise<void>;
  /** The form, e.g. to focus its first mistake. */
  ref?: Ref<HTMLFormElement>;
}

/** Fields below each other; "Cancel" and the button that sends them stay in sight. Mistakes are told by the fields, not by the browser. */
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
