/** Read view of a memory block: the lesson first, bookkeeping last. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button, TagList } from '@hindsight/shared-ui/core';
import { Markdown } from '@hindsight/shared-ui/markdown';
import { metadataText } from '../../model/authorFields';
import { deriveKeywords, DETAIL_KEYWORDS } from '../../model/derivedKeywords';
import { keywordTexts } from '../../model/memory';
import type { Memory } from '../../model/memory';
import { keywordLinks } from '../cards/keywordLinks';
import { BlockFacts } from './BlockFacts';
import { FeedbackLog } from './FeedbackLog';
import { JudgmentBar } from './JudgmentBar';
import styles from './ReadView.module.css';
import { useMemoryPage } from '../../api/memoryPage';
import { memoryTitle, fullTitle } from '../../model/cardText';
import { NO_FILTERS } from '../../model/memoryFilters';
import { BlockLink } from '../cards/BlockLink';
import { SIMILAR } from './texts';

/** One more than shown, because the memory itself is among the hits. */
const FETCHED_SIMILAR = 4;

/** Renders nothing until loaded or if there are none. */
function SimilarMemories({ block }: { block: Memory }) {
  const { data } = useMemoryPage(
    {
      ...NO_FILTERS,
      search: memoryTitle(block),
      mode: 'hybrid',
      sort: 'recent',
      page: 1,
      size: FETCHED_SIMILAR,
    },
    true,
  );
  const similar = (data?.items ?? []).filter(({ id }) => id !== block.id).slice(0, FETCHED_SIMILAR - 1);
  if (similar.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{SIMILAR}</h3>
      <ul className={styles.similar} aria-label={SIMILAR}>
        {similar.map((row) => (
          <li key={row.id} dir="auto">
            <BlockLink id={row.id}>{fullTitle(row)}</BlockLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Longer texts are cut to this length until expanded or printed, because laying out Markdown is slow. */
const AT_FIRST = 20_000;

function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > AT_FIRST;
  useEffect(() => {
    const showWhole = () => flushSync(() => setWhole(true));
    window.addEventListener('beforeprint', showWhole);
    return () => window.removeEventListener('beforeprint', showWhole);
  }, []);
  if (!isLong || isWhole) return <Markdown text={text} />;
  return (
    <>
      <Markdown text={text.slice(0, AT_FIRST)} />
      <p>
        <Button size="small" onClick={() => setWhole(true)}>
          Show {formatNumber(text.length - AT_FIRST)} more characters
        </Button>
      </p>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </section>
  );
}

function Keywords({ block }: { block: Memory }) {
  const own = keywordTexts(block);
  const isOwn = own.length > 0;
  const keywords = isOwn ? own : deriveKeywords(block.content, DETAIL_KEYWORDS);
  if (keywords.length === 0) return null;
  return (
    <Section title={isOwn ? 'Keywords' : 'Keywords from the text'}>
      <TagList
        label="Keywords"
        tags={keywords}
        limit={keywords.length}
        {...(isOwn && { renderContent: keywordLinks(block.keywords) })}
      />
    </Section>
  );
}

const isText = (text: string) => text.trim() !== '';

export function ReadView({ block }: { block: Memory }) {
  return (
    <div className={styles.view}>
      {isText(block.lesson) && (
        <Section title="Lessons learned">
          <LongText text={block.lesson} />
        </Section>
      )}
      <JudgmentBar block={block} />
      {isText(block.summary) && (
        <Section title="Summary">
          <LongText text={block.summary} />
        </Section>
      )}
      <Section title="Content">
        {isText(block.content) ? <LongText text={block.content} /> : <p>No content.</p>}
      </Section>
      {isText(block.errors) && (
        <Section title="Errors">
          <pre translate="no" className={styles.code} dir="auto" tabIndex={0}>
            {block.errors}
          </pre>
        </Section>
      )}
      <Keywords block={block} />
      <SimilarMemories block={block} />
      <FeedbackLog id={block.id} />
      <BlockFacts block={block} />
      {block.metadata !== null && Object.keys(block.metadata).length > 0 && (
        <Section title="Metadata">
          <pre translate="no" className={styles.code} tabIndex={0}>
            {metadataText(block.metadata)}
          </pre>
        </Section>
      )}
    </div>
  );
}
