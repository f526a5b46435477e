/** One row of a list as a card: its content, its keywords, and facts along its lower edge. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { Tag } from './Tag';
import styles from './ItemCard.module.css';

interface ItemCardProps {
  /** Chosen for what the selection bar does. */
  isSelected?: boolean;
  /** `Fact`s and tags along the lower edge. */
  facts?: ReactNode;
  /** The content, from the title down. */
  children: ReactNode;
}

/** As high as its neighbors in a grid, with the facts of all on one line. */
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
  /** What the icon means; without it the text beside it must contain it. */
  label?: string;
  title?: string;
  children: ReactNode;
}

/** An icon and a few words. */
export function Fact({ icon, label, title, children }: FactProps) {
  return (
    <span className={styles.fact} title={title}>
      <Icon name={icon} size={16} label={label} />
      {children}
    </span>
  );
}

interface TagListProps {
  /** What the tags are, e.g. `Keywords`; read out, not shown. */
  label: string;
  tags: readonly string[];
  /** How many are shown; the others are counted. */
  limit: number;
  /** What is shown of a tag, e.g. a link; its text when absent. */
  renderContent?(tag: string, index: number): ReactNode;
}

/** A tag of more characters may not be whole on a card. */
const LONG_TAG = 25;

/** Keeps its height without tags, so that cards of a row stay alike. */
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
