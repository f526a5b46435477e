/** A page of suggestions from a service that counts only what it sends, and knows neither search nor days. */
import type { Rows } from '@hindsight/shared-contracts/api/client';
import type { SuggestionRow } from './suggestionRow';
import { edgeOfDay, PAGE_SIZE, type SuggestionView } from './suggestionView';

function matches({ content, lesson, keywords, createdAt }: SuggestionRow, view: SuggestionView): boolean {
  const text = [content, lesson, ...keywords].join('\n').toLowerCase();
  if (!text.includes(view.search.toLowerCase())) return false;
  const time = Date.parse(createdAt);
  if (view.from !== '' && !(time >= Date.parse(edgeOfDay(view.from, 'start')))) return false;
  return view.to === '' || time <= Date.parse(edgeOfDay(view.to, 'end'));
}

/** Shows nothing that does not match. A full page is taken to have another one after it: whether it has is seen there. */
export function ownCount(rows: Rows<SuggestionRow>, view: SuggestionView): Rows<SuggestionRow> {
  const seen = (view.page - 1) * PAGE_SIZE + rows.items.length;
  return {
    items: rows.items.filter((row) => matches(row, view)),
    total: rows.items.length === PAGE_SIZE ? seen + 1 : seen,
  };
}
