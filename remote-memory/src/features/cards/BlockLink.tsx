/** Opens a memory beside the page that lists it, by the address, so that it can be shared and reloaded. */
import type { ReactNode } from 'react';
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { BLOCK_PARAM, withBlock } from '../../model/blockAddress';
import styles from './BlockLink.module.css';

/** A link: it opens in a new tab as well, with the page below it. */
export function BlockLink({ id, children }: { id: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const isOpen = new URLSearchParams(search).get(BLOCK_PARAM) === id;
  return (
    <Link
      className={styles.link}
      aria-current={isOpen || undefined}
      preventScrollReset
      to={{ pathname, search: withBlock(search, id) }}
    >
      {children}
    </Link>
  );
}
