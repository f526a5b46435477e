/** Small dialog in place of one that cannot be shown: the reason and the next step. */
import { Button } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { SignInLink } from './SignInLink';

export type OverlayNoticeProps = { close(): void } & (
  | { kind: 'unavailable'; reason: string; retry(): void }
  | { kind: 'guest' | 'beta-admin' | 'beta-status' }
);

const WORDS = {
  guest: { title: 'This is for members', text: 'Sign in to open it.' },
  'beta-admin': {
    title: 'Access Denied',
    text: 'Only beta access administrators can open this. Ask an administrator for that role.',
  },
  'beta-status': {
    title: 'You don’t have access yet',
    text: 'You can open this once your beta access is approved.',
  },
};

export function OverlayNotice(props: OverlayNoticeProps) {
  const { kind, close } = props;
  if (kind === 'unavailable') {
    return (
      <Modal
        title="This part is unavailable"
        size="small"
        onClose={close}
        footer={
          <>
            <Button onClick={close}>Close</Button>
            <Button type="primary" onClick={props.retry}>
              Retry
            </Button>
          </>
        }
      >
        <p>{props.reason}</p>
      </Modal>
    );
  }
  const { title, text } = WORDS[kind];
  return (
    <Modal
      title={title}
      size="small"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Close</Button>
          {kind === 'guest' && <SignInLink />}
        </>
      }
    >
      <p>{text}</p>
    </Modal>
  );
}
