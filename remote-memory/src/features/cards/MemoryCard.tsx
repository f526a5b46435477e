/** Card of a memory. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
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
import { previewText, memoryTitle } from '../../model/cardText';
import { timesText } from '../../model/countTexts';
import { CARD_KEYWORDS, deriveKeywords } from '../../model/derivedKeywords';
import { PROBLEM_NAMES } from '../../model/judgments';
import { keywordTexts } from '../../model/memory';
import { hiddenPassage, markedWords } from '../../model/passages';
import type { RankedMemory } from '../../model/rankedMemory';
import type { Wanted } from '../../model/searchMarks';
import { CardHead } from './CardHead';
import { ConversationLink } from './ConversationLink';
import { keywordLinks } from './keywordLinks';
import { MarkedText } from './MarkedText';
import styles from './MemoryCard.module.css';
import { WhyFound } from './WhyFound';

/** Renders the corner of a card; keep it stable, or every card rerenders. */
export type RenderTools = (row: RankedMemory, isSelected: boolean) => ReactNode;

interface MemoryCardProps {
  row: RankedMemory;
  /** Search text; its matches are marked unless the service names the matched words. */
  search?: Wanted;
  /** Heading level of the title. */
  titleLevel: 2 | 3;
  /** Provided by pages that implement the card's actions. */
  renderTools?: RenderTools;
  isSelected?: boolean;
}

/** Card of a memory; its title opens the memory. */
export const MemoryCard = memo(function MemoryCard(props: MemoryCardProps) {
  const { row, search = '', titleLevel, renderTools, isSelected = false } = props;
  const title = memoryTitle(row);
  const preview = previewText(row);
  const marked = markedWords(row, search);
  const found = hiddenPassage(row, search, [title, preview]);
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
            {formatNumber(row.retrievals)}
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
        agent={{ id: row.agentId, name: row.agentName }}
        time={<RelativeTime iso={row.createdAt} />}
        tools={renderTools?.(row, isSelected)}
      />
      <p className={styles.preview} dir="auto">
        <MarkedText text={preview} search={marked} />
      </p>
      {found !== '' && (
        <p className={styles.found} dir="auto">
          <VisuallyHidden>Match further down: </VisuallyHidden>
          <MarkedText text={found} search={marked} />
        </p>
      )}
      <TagList
        label={own.length > 0 ? 'Keywords' : 'Keywords from the text'}
        tags={own.length > 0 ? own : deriveKeywords(row.content)}
        limit={CARD_KEYWORDS}
        {...(own.length > 0 && { renderContent: keywordLinks(row.keywords) })}
      />
    </ItemCard>
  );
});
