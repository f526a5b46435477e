/** A surface for one item. */
import { useId, type ReactNode } from 'react';
import styles from './Card.module.css';

interface CardProps {
  as?: 'div' | 'article' | 'section' | 'li';
  title?: ReactNode;
  /** Heading level in the page's outline; 2 below the page title. */
  titleLevel?: 2 | 3;
  actions?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** Title, actions, content and footer on one surface. A section or an article is labeled by its title. */
export function Card({ as: Element = 'div', title, titleLevel = 2, actions, footer, children }: CardProps) {
  const id = useId();
  const Title = titleLevel === 2 ? 'h2' : 'h3';
  const labeled = title && (Element === 'section' || Element === 'article') ? id : undefined;
  return (
    <Element className={styles.card} aria-labelledby={labeled}>
      {(title || actions) && (
        <div className={styles.head}>
          {title && (
            <Title id={id} className={styles.title}>
              {title}
            </Title>
          )}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </Element>
  );
}
