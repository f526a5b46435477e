/** The item under review: its subject, the proposed change and the accepted parts. */
import { IdLabel, RelativeTime, Tag } from '@hindsight/shared-ui/core';
import { LostQuestionsNote, PlainCheckbox } from '@hindsight/shared-ui/data';
import { useBlock, useBlocks } from '../../api/blocks';
import { useSuggestion } from '../../api/suggestions';
import { toggleItem, wholeSuggestion } from '../../model/acceptedParts';
import { toMergeChanges } from '../../model/plannedChanges';
import { SuggestionDetail } from '../consolidation/SuggestionDetail';
import { MemoryLink, MemoryProblemNotice, useMemoryAddress } from '../review/MemoryLinks';
import { MethodTag } from '../review/MethodTag';
import { ReviewFacts } from '../review/ReviewFacts';
import { reviewTexts } from '../review/texts';
import { CompactionItem, factsOfMemory, LoadError, type InboxItemProps } from './CompactionItem';
import { ContradictionItem } from './ContradictionItem';
import layout from '../review/layout.module.css';
import styles from './InboxItem.module.css';
import { inboxTexts as texts, KINDS } from './texts';

function Consolidation({ item, accepted, onAccept, ...editing }: InboxItemProps) {
  const suggestion = useSuggestion(item.id, true);
  const originals = useBlocks(item.memory_block_ids);
  const { data, error } = suggestion;
  if (!data) return error ? <LoadError query={suggestion} /> : <div className={styles.waiting} />;
  // Wait for the originals, because their facts would shift the content below.
  if (originals.isPending) return <div className={styles.waiting} />;
  const parts = accepted ?? wholeSuggestion(data);
  return (
    <>
      {onAccept && <LostQuestionsNote changes={toMergeChanges(data, parts)} />}
      <SuggestionDetail row={data} originals={originals} accepted={parts} onAccept={onAccept} {...editing} />
    </>
  );
}

function OneMemory({ item, accepted, onAccept }: InboxItemProps) {
  const id = item.memory_block_ids[0] ?? '';
  const block = useBlock(id);
  const addressFor = useMemoryAddress();
  const chosen = accepted?.keywords ?? item.keywords;
  const isArchiving = item.kind === 'pruning' || item.kind === 'feedback';
  const { data, error } = block;
  return (
    <>
      {onAccept && isArchiving && <LostQuestionsNote changes={{ archived_ids: [id] }} />}
      <p className={styles.reason} dir="auto">
        <Tag icon={KINDS[item.kind].icon}>{KINDS[item.kind].label}</Tag> {item.reason}
      </p>
      {item.kind === 'keywords' && (
        <section aria-label={texts.keywordsAdded} className={styles.section}>
          <h3>{texts.keywordsAdded}</h3>
          <div className={layout.keywords}>
            {item.keywords.map((keyword) =>
              onAccept ? (
                <PlainCheckbox
                  isLabelShown
                  key={keyword}
                  label={keyword}
                  value={chosen.includes(keyword)}
                  onChange={() =>
                    onAccept({ lesson: true, edited: null, keywords: toggleItem(chosen, keyword) })
                  }
                />
              ) : (
                <Tag key={keyword}>{keyword}</Tag>
              ),
            )}
          </div>
        </section>
      )}
      <section aria-label="Memory" className={styles.section}>
        <MemoryProblemNotice />
        {error && !data && <LoadError query={block} />}
        {!error && !data && <div className={styles.waiting} />}
        {data && (
          <div className={styles.memory} dir="auto">
            {data.lessons_learned && (
              <>
                <h3>{reviewTexts.lesson}</h3>
                <p>{data.lessons_learned}</p>
              </>
            )}
            <h3>{reviewTexts.content}</h3>
            <p>{data.content}</p>
          </div>
        )}
        <MemoryLink to={addressFor(id)}>Open memory</MemoryLink>
      </section>
      {data && (
        <ReviewFacts
          facts={[
            ['Proposed', <RelativeTime key="time" iso={item.created_at} wording="time" />],
            ['Made by', item.generated_by && <MethodTag key="method" method={item.generated_by} />],
            ['Marked', data.problem && texts.problems[data.problem]],
            ...factsOfMemory(data),
            ['Memory ID', <IdLabel key="id" id={id} label="memory ID" />],
          ]}
        />
      )}
    </>
  );
}

export function InboxItem(props: InboxItemProps) {
  if (props.item.kind === 'contradiction') return <ContradictionItem {...props} />;
  if (props.item.kind === 'compaction') return <CompactionItem {...props} />;
  return props.item.kind === 'consolidation' ? <Consolidation {...props} /> : <OneMemory {...props} />;
}
