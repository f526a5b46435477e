/** The parameters of pruning in the address. */
import { useListView, type Parameter } from '@hindsight/shared-ui/data';
import { DEFAULT_FORM, formErrors, toParams, type PruningForm } from '../../model/pruning';

/** An empty field in the address, where an absent parameter means the default. */
const NO_LIMIT = 'none';
const DEBOUNCE_MS = 350;

const field = (key: keyof PruningForm): Parameter<string> => ({
  fallback: DEFAULT_FORM[key],
  parse: (text) => (text === NO_LIMIT ? '' : text || undefined),
  format: (text) => text.trim() || NO_LIMIT,
  isValid: (text) => formErrors(toParams({ ...DEFAULT_FORM, [key]: text }))[key] === undefined,
});

const PARAMETERS = {
  batchSize: field('batchSize'),
  targetCount: field('targetCount'),
  maxIterations: field('maxIterations'),
};

/** The form as it is typed is shown by `useDraft`. */
export const usePruningForm = () => useListView(PARAMETERS, DEBOUNCE_MS);
