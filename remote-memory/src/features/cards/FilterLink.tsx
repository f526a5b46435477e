/** Link to the memories that share a property, e.g. an agent or a keyword. */
import type { ReactNode } from 'react';
import { Link } from '@hindsight/shared-contracts/router';
import { memoriesPath } from '../../model/blockAddress';
import styles from './BlockLink.module.css';

interface FilterLinkProps {
  /** Filter parameter of the list's address. */
  by: 'agent' | 'keyword' | 'feedback' | 'origin' | 'created';
  value: string;
  title?: string;
  children: ReactNode;
}

export function FilterLink({ by, value, title, children }: FilterLinkProps) {
  return (
    <Link className={styles.link} to={memoriesPath({ [by]: value })} title={title}>
      {children}
    </Link>
  );
}
