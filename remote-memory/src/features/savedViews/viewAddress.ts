/** Part of the list's address that a saved view stores: filters, search with its mode, and order. */
import { readView, writeView } from '@hindsight/shared-ui/data';
import { PAGE_SIZE, type MemoryView } from '../../model/memoryFilters';
import { MEMORY_PARAMETERS } from '../memoryBlocks/useMemoryView';

/** The list view of a saved view, on its first page. */
export const toView = (parameters: Readonly<Record<string, string>>): MemoryView =>
  readView(MEMORY_PARAMETERS, new URLSearchParams(parameters));

/** Views store neither page nor page size. */
export const toParameters = (view: MemoryView): Record<string, string> =>
  Object.fromEntries(
    writeView(MEMORY_PARAMETERS, new URLSearchParams(), { ...view, page: 1, size: PAGE_SIZE }),
  );

/** Normalized address, equal for equivalent views; empty for a list without filters. */
export const viewAddress = (parameters: Readonly<Record<string, string>>): string =>
  new URLSearchParams(toParameters(toView(parameters))).toString();
