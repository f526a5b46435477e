/** One memory block with everything that its page shows and its form edits. */
import { fields, firstText, type Fields } from '@hindsight/shared-contracts/api/client';
import { readMemoryRow, type MemoryRow } from './memoryRow';

/** A keyword of the block that can be taken off it. */
export interface KeywordLink {
  id: string;
  text: string;
}

export interface MemoryDetail extends MemoryRow {
  summary: string;
  externalLink: string;
  priority: string;
  category: string;
  metadata: Fields | null;
  /** ISO time; empty when unknown. */
  updatedAt: string;
  archived: boolean;
  /** ISO time; empty unless archived. */
  archivedAt: string;
  /** The keywords that came with an id; those without one can be read but not removed. */
  links: KeywordLink[];
}

/** The public service names the id `keyword_id`, others `id`. */
export function readKeywordLink(value: unknown): KeywordLink | null {
  const keyword = fields(value);
  const id = firstText(keyword['keyword_id'], keyword['id']);
  const text = firstText(keyword['keyword_text'], keyword['keyword']).trim();
  return id === '' || text === '' ? null : { id, text };
}

function readLinks(value: unknown): KeywordLink[] {
  if (!Array.isArray(value)) return [];
  const links = value.map(readKeywordLink).filter((link) => link !== null);
  return [...new Map(links.map((link) => [link.id, link])).values()];
}

function readMetadata(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** The whole block, or null when the answer is none. */
export function readMemoryDetail(value: unknown): MemoryDetail | null {
  const row = readMemoryRow(value);
  if (!row) return null;
  const block = fields(value);
  return {
    ...row,
    summary: firstText(block['summary']),
    externalLink: firstText(block['external_history_link']),
    priority: firstText(block['priority']),
    category: firstText(block['category']),
    metadata: readMetadata(block['metadata_col']),
    updatedAt: firstText(block['updated_at']),
    archived: block['archived'] === true,
    archivedAt: firstText(block['archived_at']),
    links: readLinks(block['keywords']),
  };
}

/** Metadata as the editor shows it: indented JSON, empty when there is none. */
export function metadataText(metadata: Fields | null): string {
  return metadata === null ? '' : JSON.stringify(metadata, null, 2);
}

/** The link when a browser may follow it; other addresses (`javascript:`, a path) are shown as text. */
export function safeLink(link: string): string | null {
  return /^https?:\/\/\S+$/i.test(link.trim()) ? link.trim() : null;
}
