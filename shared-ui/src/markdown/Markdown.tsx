/** Renders untrusted Markdown from people or agents. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { Button } from '../core/actions/Button';
import { memo, useState } from 'react';
import type { ComponentProps } from 'react';
import ReactMarkdown from 'react-markdown';
import type { Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { VisuallyHidden } from '../core/text/VisuallyHidden';
import styles from './Markdown.module.css';

/** First part of a long Markdown text. */

interface Parts {
  /** Valid Markdown on its own. */
  shown: string;
  /** The remaining source text. */
  rest: string;
}

/** At most `limit` characters, cut at the last paragraph or line break in the second half, if any; closes an open code block. */
export function firstPart(text: string, limit: number): Parts {
  if (text.length <= limit) return { shown: text, rest: '' };
  const head = text.slice(0, limit);
  const end = [head.lastIndexOf('\n\n'), head.lastIndexOf('\n')].find((index) => index > limit / 2) ?? limit;
  const part = head.slice(0, end);
  const fences = part.match(/^ {0,3}(```|~~~)/gm) ?? [];
  const isOpen = fences.length % 2 === 1;
  return { shown: isOpen ? `${part}\n${fences.at(-1)?.trim() ?? ''}` : part, rest: text.slice(end) };
}

/** Safe targets for links in untrusted text. */

const ALLOWED = new Set(['http:', 'https:', 'mailto:']);

/** URL of an absolute http, https or mailto link; null for everything else: other schemes, and paths inside the product. */
export function safeHref(href: string | undefined): string | null {
  if (!href) return null;
  try {
    const url = new URL(href);
    return ALLOWED.has(url.protocol) ? url.href : null;
  } catch {
    // No scheme, or not a URL.
    return null;
  }
}

interface MarkdownProps {
  text: string;
  /** Level of the text's top heading in the page's outline; defaults to 3, below the title of a card. */
  headingLevel?: 2 | 3 | 4;
}

/** Number of characters formatted initially; more only on request. */
export const FIRST_PART = 12_000;
/** Maximum number of characters formatted in total; the rest is shown as plain source. */
export const FORMATTED = 50_000;

const plugins = [remarkGfm];

function Link({ href, children }: ComponentProps<'a'>) {
  const safe = safeHref(href);
  if (safe === null) return <span>{children}</span>;
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}

/** Images are not loaded, because that would tell their server who reads what. Renders a link to the image instead. */
function Picture({ src, alt }: ComponentProps<'img'>) {
  const name = alt?.trim() ? `Image: ${alt}` : 'Image';
  return <Link href={typeof src === 'string' ? src : undefined}>{name}</Link>;
}

/** Scrollable by keyboard. */
function CodeBlock({ children }: ComponentProps<'pre'>) {
  return (
    <pre className={styles.code} tabIndex={0}>
      {children}
    </pre>
  );
}

function Code({ children, className }: ComponentProps<'code'>) {
  return (
    <code translate="no" className={className}>
      {children}
    </code>
  );
}

function WideTable({ children }: ComponentProps<'table'>) {
  return (
    <div className={styles.wide} tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  );
}

function TaskBox({ checked }: ComponentProps<'input'>) {
  return (
    <input type="checkbox" checked={checked} disabled readOnly aria-label={checked ? 'Done' : 'Not done'} />
  );
}

const TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** Shifts heading levels to start below the page's own. */
function headings(level: number): Components {
  return Object.fromEntries(
    TAGS.map((tag, index) => [tag, TAGS[Math.min(TAGS.length - 1, index + level - 1)] ?? 'h6']),
  );
}

const componentsByLevel = new Map<number, Components>();

function componentsFor(level: number): Components {
  const known = componentsByLevel.get(level);
  if (known) return known;
  const components: Components = {
    ...headings(level),
    a: Link,
    img: Picture,
    pre: CodeBlock,
    code: Code,
    table: WideTable,
    input: TaskBox,
  };
  componentsByLevel.set(level, components);
  return components;
}

const Formatted = memo(function Formatted({ text, level }: { text: string; level: number }) {
  return (
    <div className={styles.text} dir="auto">
      <ReactMarkdown remarkPlugins={plugins} components={componentsFor(level)}>
        {text}
      </ReactMarkdown>
    </div>
  );
});

/** HTML in the text is shown as plain text. Links open in a new tab, images become links, and long texts start with their first part. */
export function Markdown({ text, headingLevel = 3 }: MarkdownProps) {
  const [all, setAll] = useState(false);
  if (text.length <= FIRST_PART) return <Formatted text={text} level={headingLevel} />;
  const { shown, rest } = firstPart(text, all ? FORMATTED : FIRST_PART);
  return (
    <>
      <Formatted text={shown} level={headingLevel} />
      {all && rest !== '' && (
        <div className={styles.plain} dir="auto">
          {rest}
        </div>
      )}
      <Button size="small" className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
        {all ? 'Show less' : `Show all ${formatNumber(text.length)} characters`}
      </Button>
    </>
  );
}
