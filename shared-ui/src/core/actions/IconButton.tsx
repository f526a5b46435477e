/** An icon-only button: its name is both its label and its tooltip. */
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './IconButton.module.css';

interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'aria-label' | 'title' | 'disabled'
> {
  /** Action; read aloud and shown on hover. */
  label: string;
  /** A string disables it and is the reason, shown on hover instead; null enables it. */
  disabled?: boolean | string | null;
  /** 24 px or 36 px square. */
  size?: 'small' | 'medium';
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** Accepts every button attribute. */
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
