/** The product's button. */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Button.module.css';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'disabled'> {
  /** Its weight: one `primary` for a dialog or a page. */
  type?: 'default' | 'primary' | 'link' | 'text';
  htmlType?: 'button' | 'submit' | 'reset';
  size?: 'small' | 'middle' | 'large';
  /** It deletes or removes something. */
  danger?: boolean;
  /** Its action is running: a spinner is shown and a press does nothing, but the focus stays. */
  loading?: boolean;
  /** A text is the reason why it cannot be pressed, and its tooltip; null when there is none. */
  disabled?: boolean | string | null;
  /** Before the text. */
  icon?: ReactNode;
  /** As wide as what it is in. */
  block?: boolean;
  /** Makes it a link that looks like a button. */
  href?: string;
  target?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** Takes every attribute of a button. */
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
        // Not `disabled`, which would take the focus away; a submit button must not submit either.
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {content}
    </button>
  );
}
