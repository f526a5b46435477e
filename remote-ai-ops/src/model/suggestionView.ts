/** The list's view and its place in the address. */
import { readStatus, type Status } from './suggestionStatus';

/** The spec's page size. */
export const PAGE_SIZE = 12;

export interface SuggestionView {
  /** Null shows all. */
  status: Status | null;
  /** From 1. */
  page: number;
}

/** Reads the view from the address; what cannot be read counts as absent. */
export function readView(params: URLSearchParams): SuggestionView {
  const page = params.get('page') ?? '';
  return { status: readStatus(params.get('status')), page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1 };
}

/** Writes the view over the address: defaults are left out, parameters of others stay. */
export function writeView(params: URLSearchParams, view: SuggestionView): URLSearchParams {
  const next = new URLSearchParams(params);
  if (view.status) next.set('status', view.status);
  else next.delete('status');
  if (view.page > 1) next.set('page', String(view.page));
  else next.delete('page');
  return next;
}

/** The view as the wire's query. */
export function queryOf(view: SuggestionView) {
  return {
    skip: (view.page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
    sort_by: 'timestamp' as const,
    sort_order: 'desc' as const,
    ...(view.status ? { status: view.status } : {}),
  };
}

/** A page that exists: between 1 and the last one. */
export function clampPage(page: number, total: number): number {
  return Math.min(page, Math.max(1, Math.ceil(total / PAGE_SIZE)));
}
