/** Filters and ranks palette entries by the typed text, best match first. Pure. */
import { foldText } from '@hindsight/shared-contracts/rules';

interface Ranked {
  label: string;
  /** Additional search terms, e.g. `theme appearance`. */
  keywords?: string;
}

/** Match quality of one text: 3 prefix, 2 word prefix, 1 substring, 0 no match. */
function score(text: string, wanted: string): number {
  const at = text.indexOf(wanted);
  if (at < 0) return 0;
  if (at === 0) return 3;
  return /[\s@/(]/.test(text[at - 1] ?? '') || text.includes(` ${wanted}`) ? 2 : 1;
}

/** Every typed word has to match; equally good entries keep their order. */
export function rank<T extends Ranked>(entries: readonly T[], query: string): T[] {
  const words = foldText(query.trim()).lower.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...entries];
  return entries
    .map((entry) => {
      const label = foldText(entry.label).lower;
      const all = `${label} ${foldText(entry.keywords ?? '').lower}`;
      const scores = words.map((word) => score(label, word) * 2 || score(all, word));
      return { entry, total: scores.includes(0) ? 0 : scores.reduce((sum, one) => sum + one, 0) };
    })
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .map(({ entry }) => entry);
}
