/** Pending items of one kind, on the page of that kind: rows and panel of Review. */
import type { ReviewKind } from '@hindsight/shared-contracts/api';
import { Link } from '@hindsight/shared-contracts/router';
import { LazyBoundary, lazyPage } from '@hindsight/shared-contracts/shell';
import { CardSkeleton, LoadFailed } from '@hindsight/shared-ui/core';
import { useReviewItems } from '../../api/review';
import { useState } from 'react';
import type { InboxProps } from './Inbox';
import styles from './ReviewPage.module.css';
import { inboxTexts as texts } from './texts';

const Inbox = lazyPage<InboxProps>(() =>
  import(/* webpackChunkName: "review-inbox" */ './Inbox').then((module) => module.Inbox),
);

/** As many rows as are shown before "Show all". */
const loading = <CardSkeleton rows="tall" count={5} />;

/** Renders nothing when no items are pending. */
export function PendingQueue({ kind }: { kind: ReviewKind }) {
  const query = useReviewItems(kind);
  const { data, isPlaceholderData } = query;
  // Keeps the queue after the last decision, so that it can be undone.
  const [hasWaited, setHasWaited] = useState(false);
  if (data && data.total_items > 0 && !hasWaited) setHasWaited(true);
  if (!data && query.isError) return <LoadFailed query={query}>{texts.waitingFailed}</LoadFailed>;
  if (!data) return loading;
  if (!hasWaited) return null;
  return (
    <section aria-label={texts.waiting(undefined)} className={styles.page}>
      <div className={styles.head}>
        <h2>{texts.waiting(data.total_items)}</h2>
        <Link to={`/review?kind=${kind}`}>{texts.openInReview}</Link>
      </div>
      <LazyBoundary fallback={loading}>
        <Inbox
          isClosed
          waiting={isPlaceholderData ? undefined : data.items}
          more={data.total_items - data.items.length}
          empty={null}
        />
      </LazyBoundary>
    </section>
  );
}
