/** What waits of a kind, on the page that is about it: the rows and the panel of Review. */
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

/** As many rows as stand here before "Show all". */
const loading = <CardSkeleton rows="tall" count={5} />;

/** Empty where nothing waits. */
export function WaitingQueue({ kind }: { kind: ReviewKind }) {
  const query = useReviewItems(kind);
  const { data, isPlaceholderData } = query;
  // What was decided here can be undone, also the last one.
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
