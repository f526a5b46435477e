/** What a saved view keeps of the list's address: filters, search with its mode, and order. */
import { readView, writeView } from '@hindsight/shared-ui/data';
import { PAGE_SIZE, type MemoryView } from '../../model/memoryFilters';
import { MEMORY_PARAMETERS } from '../memoryBlocks/useMemoryView';

/** The list that a view stands for, on its first page. */
export const toView = (parameters: Readonly<Record<string, string>>): MemoryView =>
  readView(MEMORY_PARAMETERS, new URLSearchParams(parameters));

/** Page and size are no part of a view. */
export const toParameters = (view: MemoryView): Record<string, string> =>
  Object.fromEntries(
    writeView(MEMORY_PARAMETERS, new URLSearchParams(), { ...view, page: 1, size: PAGE_SIZE }),
  );

/** The same text for views that show the same; empty for the list without filters. */
export const viewAddress = (parameters: Readonly<Record<string, string>>): string =>
  new URLSearchParams(toParameters(toView(parameters))).toString();
