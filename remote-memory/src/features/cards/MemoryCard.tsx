/** The card of a memory. */
import { memo, type ReactNode } from 'react';
import {
  Fact,
  IdLabel,
  ItemCard,
  RelativeTime,
  ScoreTag,
  Tag,
  TagList,
  VisuallyHidden,
} from '@hindsight/shared-ui/core';
import { previewOf, titleOf } from '../../model/cardText';
import { timesText } from '../../model/countTexts';
import { CARD_KEYWORDS, deriveKeywords } from '../../model/derivedKeywords';
import { PROBLEM_NAMES } from '../../model/judgements';
import { keywordTexts } from '../../model/memory';
import { foundElsewhere, markedWords } from '../../model/passages';
import type { RankedMemory } from '../../model/rankedMemory';
import type { Wanted } from '../../model/searchMarks';
import { CardHead } from './CardHead';
import { ConversationLink } from './ConversationLink';
import { keywordLinks } from './keywordLinks';
import { MarkedText } from './MarkedText';
import styles from './MemoryCard.module.css';
import { WhyFound } from './WhyFound';

interface MemoryCardProps {
  row: RankedMemory;
  agentName: string;
  /** What was searched for; its matches are marked where the service names none. */
  search?: Wanted;
  /** Level of the title in the page's outline. */
  titleLevel: 2 | 3;
  /** The corner of the card. */
  tools?: ReactNode;
  /** Selected for a bulk action. */
  isSelected?: boolean;
}

/** The title opens the block; `tools` come with the pages that carry them out. */
export const MemoryCard = memo(function MemoryCard(props: MemoryCardProps) {
  const { row, agentName, search = '', titleLevel, tools, isSelected = false } = props;
  const title = titleOf(row);
  const preview = previewOf(row);
  const marked = markedWords(row, search);
  const found = foundElsewhere(row, search, [title, preview]);
  const own = keywordTexts(row);
  return (
    <ItemCard
      isSelected={isSelected}
      facts={
        <>
          {row.archived && <Tag>Archived</Tag>}
          {row.problem !== null && <Tag tone="warn">{PROBLEM_NAMES[row.problem]}</Tag>}
          <ScoreTag score={row.score} />
          <Fact icon="eye" title={`Retrieved ${timesText(row.retrievals)} by agents`}>
            <VisuallyHidden>Retrieved </VisuallyHidden>
            {row.retrievals.toLocaleString()}
            <VisuallyHidden>{row.retrievals === 1 ? ' time' : ' times'}</VisuallyHidden>
          </Fact>
          <WhyFound row={row} title={title} />
          <span className={styles.ids}>
            <Fact icon="conversation" label="Conversation">
              <ConversationLink id={row.conversationId} />
            </Fact>
            <Fact icon="memory" label="Memory">
              <IdLabel id={row.id} label="memory ID" />
            </Fact>
          </span>
        </>
      }
    >
      <CardHead
        id={row.id}
        title={title}
        titleLevel={titleLevel}
        search={marked}
        agent={{ id: row.agentId, name: agentName }}
        time={<RelativeTime iso={row.createdAt} />}
        tools={tools}
      />
      <p className={styles.preview} dir="auto">
        <MarkedText text={preview} search={marked} />
      </p>
      {found !== '' && (
        <p className={styles.found} dir="auto">
          <VisuallyHidden>Found further on: </VisuallyHidden>
          <MarkedText text={found} search={marked} />
        </p>
      )}
      <TagList
        label={own.length > 0 ? 'Keywords' : 'Keywords from the text'}
        tags={own.length > 0 ? own : deriveKeywords(row.content)}
        limit={CARD_KEYWORDS}
        {...(own.length > 0 && { contentOf: keywordLinks(row.keywords) })}
      />
    </ItemCard>
  );
});
