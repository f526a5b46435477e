/** A list row as a card: content, tags, and facts along the bottom edge. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { Tag } from './Tag';
import styles from './ItemCard.module.css';

interface ItemCardProps {
  /** Selected for the actions of the selection bar. */
  isSelected?: boolean;
  /** `Fact`s and tags along the bottom edge. */
  facts?: ReactNode;
  /** Content, starting with the title. */
  children: ReactNode;
}

/** Stretches to the height of its grid row, so that facts of neighboring cards align. */
export function ItemCard({ isSelected = false, facts, children }: ItemCardProps) {
  return (
    <article className={styles.card} data-selected={isSelected || undefined}>
      {children}
      {facts && <div className={styles.facts}>{facts}</div>}
    </article>
  );
}

interface FactProps {
  icon: IconName;
  /** Meaning of the icon; if absent, the adjacent text must convey it. */
  label?: string;
  title?: string;
  children: ReactNode;
}

/** An icon with a few words. */
export function Fact({ icon, label, title, children }: FactProps) {
  return (
    <span className={styles.fact} title={title}>
      <Icon name={icon} size={16} label={label} />
      {children}
    </span>
  );
}

interface TagListProps {
  /** Accessible name of the list, e.g. `Keywords`; not visible. */
  label: string;
  tags: readonly string[];
  /** Maximum number of visible tags; the rest are counted. */
  limit: number;
  /** Renders a tag, e.g. as a link; defaults to its text. */
  renderContent?(tag: string, index: number): ReactNode;
}

/** Tags longer than this may be cut off on a card. */
const LONG_TAG = 25;

/** Keeps its height without tags, so that cards in a row line up. */
export function TagList({ label, tags, limit, renderContent = (tag) => tag }: TagListProps) {
  const more = tags.length - limit;
  return (
    <ul className={styles.tags} aria-label={label}>
      {tags.slice(0, limit).map((tag, index) => (
        <li key={tag}>
          <Tag title={tag.length > LONG_TAG ? tag : undefined}>{renderContent(tag, index)}</Tag>
        </li>
      ))}
      {more > 0 && <li className={styles.more}>+{formatNumber(more)} more</li>}
    </ul>
  );
}
