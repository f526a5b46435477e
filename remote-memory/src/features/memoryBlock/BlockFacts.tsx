/** Facts of a memory next to its texts. */
import type { ReactNode } from 'react';
import { Link } from '@hindsight/shared-contracts/router';
import { safeLink } from '@hindsight/shared-contracts/rules';
import { formatAbsoluteTime, Icon, IdLabel, ScoreTag, useNow } from '@hindsight/shared-ui/core';
import { useAgents } from '../../api/agents';
import { ageInDays } from '../../model/age';
import { AUTHOR_FIELDS, fieldTexts } from '../../model/authorFields';
import { timesText } from '../../model/countTexts';
import type { Memory } from '../../model/memory';
import { ORIGINS } from '../../model/memoryFilters';
import { ConversationLink } from '../cards/ConversationLink';
import styles from './BlockFacts.module.css';

/** Fields short enough for one line; `ReadView` shows the others. */
const SHORT_FIELDS = AUTHOR_FIELDS.filter(({ isLong }) => !isLong);

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Time({ iso }: { iso: string }) {
  return <time dateTime={iso}>{formatAbsoluteTime(iso)}</time>;
}

function ExternalLink({ link }: { link: string }) {
  const safe = safeLink(link);
  if (safe === null) return <span className={styles.text}>{link}</span>;
  return (
    <a className={styles.text} href={safe} target="_blank" rel="noopener noreferrer">
      {safe} <Icon name="external" size={14} label="opens in a new tab" />
    </a>
  );
}

/** Omits empty facts. */
export function BlockFacts({ block }: { block: Memory }) {
  const agents = useAgents();
  const texts = fieldTexts(block);
  const age = ageInDays(block.createdAt, useNow());
  return (
    <dl className={styles.facts}>
      <Fact label="Agent">
        <span className={styles.text}>
          {agents.data?.some(({ id }) => id === block.agentId) ? (
            <Link to={`/agents/${block.agentId}`}>{block.agentName}</Link>
          ) : (
            block.agentName
          )}
        </span>
      </Fact>
      {block.origin !== null && (
        <Fact label="Written by">{ORIGINS.find(({ value }) => value === block.origin)?.label}</Fact>
      )}
      <Fact label="Feedback score">
        <ScoreTag score={block.score} />
      </Fact>
      <Fact label="Retrieved">{timesText(block.retrievals)}</Fact>
      <Fact label="Age">{age}</Fact>
      <Fact label="Created">
        <Time iso={block.createdAt} />
      </Fact>
      {block.updatedAt !== block.createdAt && (
        <Fact label="Last changed">
          <Time iso={block.updatedAt} />
        </Fact>
      )}
      {block.archivedAt !== '' && (
        <Fact label="Archived">
          <Time iso={block.archivedAt} />
        </Fact>
      )}
      {SHORT_FIELDS.map(({ field, label, kind }) => {
        const text = texts[field];
        if (text === '') return null;
        return (
          <Fact key={field} label={label}>
            {kind === 'link' ? <ExternalLink link={text} /> : text}
          </Fact>
        );
      })}
      <Fact label="Memory ID">
        <IdLabel id={block.id} label="memory ID" />
      </Fact>
      {block.agentId !== '' && (
        <Fact label="Agent ID">
          <IdLabel id={block.agentId} label="agent ID" />
        </Fact>
      )}
      {block.conversationId !== '' && (
        <Fact label="Conversation">
          <ConversationLink id={block.conversationId} />
        </Fact>
      )}
    </dl>
  );
}
