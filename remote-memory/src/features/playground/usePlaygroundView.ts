/** The playground's view in the address: the question, the settings, and those of the other side. */
import { MAX_RECALLED } from '@hindsight/shared-contracts/rules';
import { choiceParameter, textParameter, useListView, type Parameter } from '@hindsight/shared-ui/data';
import { FILTER_DEBOUNCE_MS } from '../../model/memoryFilters';
import { DEFAULT_SETTINGS, type Settings } from '../../model/playground';
import { SEARCH_MODES } from '../../model/searchModes';
import { FILTER_PARAMETERS } from '../lists/filterParameters';

const MODES = SEARCH_MODES.map(({ value }) => value);
const modeParameter = choiceParameter(MODES, DEFAULT_SETTINGS.mode);
const archivedParameter = choiceParameter(['without', 'with'], DEFAULT_SETTINGS.archived);
const limitParameter: Parameter<number> = {
  fallback: DEFAULT_SETTINGS.limit,
  parse: (text) => (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= MAX_RECALLED ? Number(text) : undefined),
  format: String,
};

const PARAMETERS = {
  ...FILTER_PARAMETERS,
  mode: modeParameter,
  limit: limitParameter,
  archived: archivedParameter,
  compare: choiceParameter(['no', 'yes'], 'no'),
  agentB: textParameter(),
  modeB: modeParameter,
  limitB: limitParameter,
  archivedB: archivedParameter,
};

export const usePlaygroundView = () => useListView(PARAMETERS, FILTER_DEBOUNCE_MS);

export type Playground = ReturnType<typeof usePlaygroundView>;

/** The settings of both sides. */
export function toSides({ view }: Playground): { a: Settings; b: Settings } {
  const { mode, limit, agent, archived } = view;
  const b = { mode: view.modeB, limit: view.limitB, agent: view.agentB, archived: view.archivedB };
  return { a: { mode, limit, agent, archived }, b };
}

/** The settings of the other side as the address names them. */
export function asSideB({ mode, limit, agent, archived }: Partial<Settings>) {
  return {
    ...(mode !== undefined && { modeB: mode }),
    ...(limit !== undefined && { limitB: limit }),
    ...(agent !== undefined && { agentB: agent }),
    ...(archived !== undefined && { archivedB: archived }),
  };
}
