/** Opens a memory over the page that lists it, by the address, so that it can be shared and reloaded. */
import type { ReactNode } from 'react';
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { withBlock } from '../../model/blockAddress';
import styles from './BlockLink.module.css';

/** A link: it opens in a new tab as well, with the page below it. */
export function BlockLink({ id, children }: { id: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Link className={styles.link} to={{ pathname, search: withBlock(search, id) }}>
      {children}
    </Link>
  );
}
