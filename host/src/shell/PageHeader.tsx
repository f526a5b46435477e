/** The page's only h1, its description and its actions; also sets the document title. */
import type { PageHeader as Header } from '@hindsight/shared-contracts/shell';
import { useEffect, useLayoutEffect, useReducer } from 'react';
import { useStore } from '../state/store';
import { useHost } from './hostContext';
import styles from './PageHeader.module.css';

const PRODUCT = 'Hindsight';

export function documentTitle(title: string | undefined): string {
  return title ? `${title} · ${PRODUCT}` : PRODUCT;
}

/** @param standard header from the descriptor; the page may replace each part. */
export function PageHeader({ standard }: { standard: Header }) {
  const { pageHeader } = useHost();
  const own = useStore(pageHeader);
  // `useStore` subscribes only after the first paint. Subscribe in the layout phase, so that a header set during the first render is not
  // one frame late.
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => pageHeader.subscribe(redraw), [pageHeader]);
  const title = own.title ?? standard.title;
  const description = own.description ?? standard.description;
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
  return (
    <div className={styles.header}>
      <div className={styles.words}>
        <h1 id="page-title" tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {own.actions && <div className={styles.actions}>{own.actions}</div>}
    </div>
  );
}
