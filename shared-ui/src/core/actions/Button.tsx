/** The product's button. */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Button.module.css';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'disabled'> {
  /** Emphasis; one `primary` per dialog or page. */
  type?: 'default' | 'primary' | 'link' | 'text';
  htmlType?: 'button' | 'submit' | 'reset';
  size?: 'small' | 'middle' | 'large';
  /** Deletes or removes something. */
  danger?: boolean;
  /** The action is running: shows a spinner and ignores clicks, but keeps the focus. */
  loading?: boolean;
  /** A string disables it and is the reason, shown as its tooltip; null enables it. */
  disabled?: boolean | string | null;
  /** Shown before the text. */
  icon?: ReactNode;
  /** Fills the width of its container. */
  block?: boolean;
  /** Renders a link that looks like a button. */
  href?: string;
  target?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** Accepts every button attribute. */
export function Button({
  type = 'default',
  htmlType = 'button',
  size = 'middle',
  danger = false,
  loading = false,
  disabled = false,
  title,
  block = false,
  icon,
  href,
  target,
  className,
  children,
  onClick,
  ref,
  ...rest
}: ButtonProps) {
  const look = {
    className: className ? `${styles.button} ${className}` : styles.button,
    'data-type': type,
    'data-size': size,
    'data-danger': danger || undefined,
    'data-block': block || undefined,
  };
  const sign = loading ? <span className={styles.spinner} aria-hidden /> : icon;
  const content = (
    <>
      {sign}
      {children !== undefined && <span className={styles.label}>{children}</span>}
    </>
  );
  if (href !== undefined) {
    const attributes = rest as AnchorHTMLAttributes<HTMLAnchorElement>;
    return (
      <a
        {...attributes}
        {...look}
        title={title}
        href={href}
        target={target}
        rel={target && 'noopener noreferrer'}
      >
        {content}
      </a>
    );
  }
  return (
    <button
      {...rest}
      {...look}
      ref={ref}
      type={htmlType}
      disabled={Boolean(disabled)}
      title={typeof disabled === 'string' ? disabled : title}
      aria-busy={loading || undefined}
      onClick={(event) => {
        // Not `disabled`, which would drop the focus; a submit button must not submit either.
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {content}
    </button>
  );
}
