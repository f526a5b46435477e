/** Opens a memory next to the page that lists it, via the address, so the view can be shared and reloaded. */
import type { ReactNode } from 'react';
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { BLOCK_PARAM, withBlock } from '../../model/blockAddress';
import styles from './BlockLink.module.css';

/** A real link: in a new tab it opens over the same page. */
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
