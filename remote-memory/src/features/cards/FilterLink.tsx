/** A link to the memories that share something: an agent, a keyword. */
import type { ReactNode } from 'react';
import { Link } from '@hindsight/shared-contracts/router';
import { memoriesPath } from '../../model/blockAddress';
import styles from './BlockLink.module.css';

interface FilterLinkProps {
  /** One filter of the list, as the address names it. */
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
