/** Children in a column or a row with even gaps. */
import type { ReactNode } from 'react';
import styles from './Stack.module.css';

interface StackProps {
  as?: 'div' | 'section' | 'ul' | 'ol' | 'form' | 'header' | 'footer' | 'span';
  direction?: 'column' | 'row';
  /** In steps of 4 px. */
  gap?: 1 | 2 | 3 | 4 | 6 | 8;
  align?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  justify?: 'start' | 'center' | 'end' | 'between';
  wrap?: boolean;
  children: ReactNode;
}

/** A flex container of the 4 px grid. */
export function Stack({
  as: Element = 'div',
  direction = 'column',
  gap = 4,
  align,
  justify,
  wrap,
  children,
}: StackProps) {
  return (
    <Element
      className={styles.stack}
      data-direction={direction}
      data-gap={gap}
      data-align={align}
      data-justify={justify}
      data-wrap={wrap || undefined}
    >
      {children}
    </Element>
  );
}
