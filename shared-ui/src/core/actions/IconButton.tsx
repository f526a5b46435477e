/** A button that is only an icon: it carries its name as label and as hint. */
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './IconButton.module.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title'> {
  /** What it does; read out and shown on hover. */
  label: string;
  /** 24 px or 36 px square. */
  size?: 'small' | 'medium';
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** Takes every attribute of a button. */
export function IconButton({ label, size = 'medium', children, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${styles.button} ${className}` : styles.button}
      data-size={size}
      aria-label={label}
      title={label}
    >
      {children}
    </button>
  );
}
