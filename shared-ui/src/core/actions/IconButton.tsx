/** A button that is only an icon: it carries its name as label and as hint. */
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './IconButton.module.css';

interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'aria-label' | 'title' | 'disabled'
> {
  /** What it does; read out and shown on hover. */
  label: string;
  /** A text is the reason why it cannot be pressed, and is shown on hover instead; null when there is none. */
  disabled?: boolean | string | null;
  /** 24 px or 36 px square. */
  size?: 'small' | 'medium';
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** Takes every attribute of a button. */
export function IconButton(props: IconButtonProps) {
  const { label, disabled = false, size = 'medium', children, className, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${styles.button} ${className}` : styles.button}
      data-size={size}
      aria-label={label}
      disabled={Boolean(disabled)}
      title={typeof disabled === 'string' ? disabled : label}
    >
      {children}
    </button>
  );
}
