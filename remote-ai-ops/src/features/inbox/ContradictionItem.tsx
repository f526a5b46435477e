/** Two conflicting memories: sentences and whole texts side by side, with differing words marked. */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { RelativeTime, Tag } from '@hindsight/shared-ui/core';
import { LostQuestionsNote } from '@hindsight/shared-ui/data';
import { BeforeAfter } from '@hindsight/shared-ui/review';
import { useBlocks } from '../../api/blocks';
import { MemoryLink, MemoryProblemNotice, useMemoryAddress } from '../review/MemoryLinks';
import { MethodTag } from '../review/MethodTag';
import { ReviewFacts } from '../review/ReviewFacts';
import { LoadError, type InboxItemProps } from './CompactionItem';
import styles from './InboxItem.module.css';
import { inboxTexts as texts, KINDS } from './texts';

/** The text to which sentence positions refer. */
const toText = ({ content, lessons_learned: lesson }: MemoryBlock) => `${content}\n${lesson ?? ''}`;

interface WrittenByProps {
  label: string;
  block: MemoryBlock;
  /** Date of the statement, if different from the memory's creation. */
  at: string | undefined;
}

function WrittenBy({ label, block, at }: WrittenByProps) {
  const addressFor = useMemoryAddress();
  return (
    <>
      <RelativeTime iso={at ?? block.created_at} wording="time" />
      {` by ${block.agent_name}`}
      {' · '}
      <MemoryLink to={addressFor(block.id)} label={`Open memory: ${label.toLowerCase()}`}>
        Open memory
      </MemoryLink>
    </>
  );
}

export function ContradictionItem({ item, onAccept }: InboxItemProps) {
  const blocks = useBlocks(item.memory_block_ids);
  const { data, error } = blocks;
  const [older, newer] = data ?? [];
  if (error && !data) return <LoadError query={blocks} />;
  if (!data) return <div className={styles.waiting} />;
  if (!older || !newer) return <LoadError />;
  const [first, second] = item.sentences ?? [];
  const sentence = (block: MemoryBlock, place: typeof first) =>
    place ? toText(block).slice(place.from, place.from + place.length) : '';
  const labels = { before: texts.older, after: texts.newer };
  const sentences = { before: sentence(older, first), after: sentence(newer, second) };
  const whole = { before: toText(older).trim(), after: toText(newer).trim() };
  const isMore = whole.before !== sentences.before || whole.after !== sentences.after;
  return (
    <>
      {onAccept && <LostQuestionsNote changes={{ archived_ids: [older.id] }} />}
      <p className={styles.reason}>
        <Tag icon={KINDS.contradiction.icon}>{KINDS.contradiction.label}</Tag> {item.reason}
      </p>
      <MemoryProblemNotice />
      {sentences.before !== '' && (
        <section aria-label={texts.contradicting} className={styles.section}>
          <h3>{texts.contradicting}</h3>
          <BeforeAfter marked {...sentences} labels={labels} />
        </section>
      )}
      {isMore && (
        <section aria-label={texts.wholeMemories} className={styles.section}>
          <h3>{texts.wholeMemories}</h3>
          <BeforeAfter marked {...whole} labels={labels} />
        </section>
      )}
      <ReviewFacts
        facts={[
          [texts.older, <WrittenBy key="older" label={texts.older} block={older} at={item.said_at?.[0]} />],
          [texts.newer, <WrittenBy key="newer" label={texts.newer} block={newer} at={item.said_at?.[1]} />],
          ['Found', <RelativeTime key="time" iso={item.created_at} wording="time" />],
          ['Found by', item.generated_by && <MethodTag key="method" method={item.generated_by} />],
        ]}
      />
    </>
  );
}
