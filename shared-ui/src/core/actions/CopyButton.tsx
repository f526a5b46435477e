/** A button that copies a text and confirms it. */
import { useEffect, useState } from 'react';
import { Icon } from '../icons/Icon';
import { announce } from '../text/announce';
import styles from './CopyButton.module.css';
import { copyText } from './copyText';
import { IconButton } from './IconButton';

/** Duration of the confirmation, in milliseconds. */
export const COPY_FEEDBACK = 2000;

interface CopyButtonProps {
  text: string;
  /** Label of the action, e.g. `Copy organization ID`. */
  label: string;
  size?: 'small' | 'medium';
  onCopied?(): void;
}

/** Announced to screen readers. */
export const COPIED = 'Copied to clipboard';

/** Shows a check mark and `Copied` for two seconds, or an error if copying failed. */
export function CopyButton({ text, label, size = 'medium', onCopied }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), COPY_FEEDBACK);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    const copied = await copyText(text);
    setState(copied ? 'copied' : 'failed');
    announce(copied ? COPIED : 'Copying failed. Select the text and copy it by hand.');
    if (copied) onCopied?.();
  }

  const shown = state === 'copied' ? 'Copied' : state === 'failed' ? 'Copying failed' : label;
  const icon = state === 'copied' ? 'check' : state === 'failed' ? 'error' : 'copy';
  return (
    <IconButton
      label={shown}
      size={size}
      className={styles.button}
      data-state={state}
      onClick={() => void copy()}
    >
      <Icon name={icon} size={size === 'small' ? 14 : 18} />
    </IconButton>
  );
}
