/** Head of a memory card: title link, agent and time. */
import type { ReactNode } from 'react';
import { Icon } from '@hindsight/shared-ui/core';
import type { Wanted } from '../../model/searchMarks';
import { BlockLink } from './BlockLink';
import styles from './CardHead.module.css';
import { FilterLink } from './FilterLink';
import { MarkedText } from './MarkedText';

interface CardHeadProps {
  id: string;
  title: string;
  /** Heading level of the title. */
  titleLevel: 2 | 3;
  /** Search text whose matches are highlighted. */
  search: Wanted;
  agent: { id: string; name: string };
  time: ReactNode;
  /** Controls in the corner of the card. */
  tools?: ReactNode;
}

export function CardHead({ id, title, titleLevel, search, agent, time, tools }: CardHeadProps) {
  const Title = titleLevel === 2 ? 'h2' : 'h3';
  return (
    <>
      <div className={styles.head}>
        <Title className={styles.title} dir="auto">
          <BlockLink id={id}>
            <MarkedText text={title} search={search} />
          </BlockLink>
        </Title>
        {tools}
      </div>
      <p className={styles.origin}>
        <span className={styles.agent}>
          <Icon name="agents" size={16} label="Agent" />
          <span className={styles.name} title={agent.name} dir="auto">
            <FilterLink by="agent" value={agent.id}>
              {agent.name}
            </FilterLink>
          </span>
        </span>
        {time}
      </p>
    </>
  );
}
