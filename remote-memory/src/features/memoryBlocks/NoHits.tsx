/** Empty state of a search: a description of the search, and alternatives that have hits. */
import { isUuid } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, EmptyState } from '@hindsight/shared-ui/core';
import { useExactAlternatives } from '../../api/memoryPage';
import { activeFilters, CLEARED, NO_NARROWING, type MemoryView } from '../../model/memoryFilters';
import type { SearchNotes } from '../../model/rankedMemory';
import { restoreSpelling } from '../../model/typedWords';
import { isRanked } from '../../model/searchModes';
import styles from './MemoryResults.module.css';
import {
  alternativeTexts as texts,
  nearestText,
  NO_MATCH,
  nothingElse,
  searchedText,
  unknownText,
  weakerText,
} from './texts';
import type { MemoryList } from './useMemoryView';

interface NoHitsProps {
  view: MemoryView;
  /** Absent for unranked lists and for services that send no notes. */
  notes: SearchNotes | undefined;
  show: MemoryList['show'];
}

interface SuggestedActionProps {
  label: string;
  onClick(): void;
}

const SuggestedAction = ({ label, onClick }: SuggestedActionProps) => (
  <li>
    <Button type="link" onClick={onClick}>
      {label}
    </Button>
  </li>
);

/** Names of the workspaces that the person may read. */
function useWorkspaces() {
  const { scope, organizations, chooseWorkspace } = useShell();
  const displayName = (kind: string, organizationId: string | null | undefined): string => {
    if (kind === 'personal') return 'Personal';
    if (kind === 'public') return 'Public';
    return organizations.find(({ id }) => id === organizationId)?.name ?? 'another organization';
  };
  return { here: displayName(scope.scope, scope.organizationId), displayName, chooseWorkspace };
}

/** Never a dead end: each count is a search that the person can open. */
export function NoHits({ view, notes, show }: NoHitsProps) {
  const { search } = view;
  const hasWords = search.trim() !== '' && !isUuid(search);
  const isExact = hasWords && !isRanked(view);
  const exact = useExactAlternatives(view, isExact);
  const { here, displayName, chooseWorkspace } = useWorkspaces();
  const found = isExact ? (exact.data?.notes?.alternatives ?? null) : (notes?.alternatives ?? null);
  const bestMatches = isExact ? (exact.data?.total ?? 0) : (found?.any_word ?? 0);
  const unknown = restoreSpelling(notes?.unknownWords ?? [], search);
  const weaker = notes?.weaker;
  const isNarrowed = activeFilters(view).length > 0;
  return (
    <EmptyState
      kind="no-match"
      title={NO_MATCH.title}
      description={
        <>
          <p>{search.trim() === '' ? NO_MATCH.description : searchedText(view, here)}</p>
          {unknown.length > 0 && <p>{unknownText(unknown)}</p>}
          {weaker?.nearest && <p>{nearestText(weaker.nearest.title)}</p>}
          {found && !weaker && bestMatches === 0 && Object.keys(found).length === 0 && (
            <p>{nothingElse(view)}</p>
          )}
          <ul className={styles.ways} aria-label="Suggested searches">
            {weaker && (
              <SuggestedAction label={weakerText(weaker.count)} onClick={() => show({ weaker: 'shown' })} />
            )}
            {bestMatches > 0 && (
              <SuggestedAction
                label={texts.bestMatch(bestMatches)}
                onClick={() => show({ mode: 'hybrid' })}
              />
            )}
            {unknown.map((word) => (
              <SuggestedAction
                key={`exact ${word}`}
                label={texts.exactText(word)}
                onClick={() => show({ search: word, mode: 'text' })}
              />
            ))}
            {found?.fewer_words?.map(({ query, count }) => (
              <SuggestedAction
                key={query}
                label={texts.fewer(query, count)}
                onClick={() => show({ search: query })}
              />
            ))}
            {isNarrowed && (found?.without_filters ?? 0) > 0 && (
              <SuggestedAction
                label={texts.withoutFilters(found?.without_filters ?? 0)}
                onClick={() => show(NO_NARROWING)}
              />
            )}
            {(found?.archived ?? 0) > 0 && (
              <SuggestedAction
                label={texts.archived(found?.archived ?? 0)}
                onClick={() => show({ archived: 'with' })}
              />
            )}
            {found?.other_workspaces?.map(({ scope, organization_id: id, count }) => (
              <SuggestedAction
                key={`${scope} ${id}`}
                label={texts.elsewhere(displayName(scope, id), count)}
                onClick={() =>
                  void chooseWorkspace(
                    scope === 'organization'
                      ? { scope, organizationId: id ?? '' }
                      : { scope, organizationId: null },
                  )
                }
              />
            ))}
          </ul>
        </>
      }
      action={<Button onClick={() => show(CLEARED)}>Clear all</Button>}
    />
  );
}
