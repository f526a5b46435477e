/** The list's view and its place in the address. */
import { readStatus, type Status } from './suggestionStatus';

/** The spec's page size. */
export const PAGE_SIZE = 12;

export interface SuggestionView {
  /** Null shows all. */
  status: Status | null;
  search: string;
  /** Days as `2026-01-31`; empty for no limit. */
  from: string;
  to: string;
  /** From 1. */
  page: number;
}

export const EVERYTHING: SuggestionView = { status: null, search: '', from: '', to: '', page: 1 };

const readDay = (text: string | null): string => (/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? (text ?? '') : '');

/** Reads the view from the address; what cannot be read counts as absent. */
export function readView(params: URLSearchParams): SuggestionView {
  const page = params.get('page') ?? '';
  return {
    status: readStatus(params.get('status')),
    search: params.get('search')?.trim() ?? '',
    from: readDay(params.get('from')),
    to: readDay(params.get('to')),
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  };
}

/** Writes the view over the address: defaults are left out, parameters of others stay. */
export function writeView(params: URLSearchParams, view: SuggestionView): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name));
  put('status', view.status);
  put('search', view.search);
  put('from', view.from);
  put('to', view.to);
  put('page', view.page > 1 ? String(view.page) : null);
  return next;
}

/** Whether anything but the page is chosen. */
export const isFiltered = ({ status, search, from, to }: SuggestionView): boolean =>
  status !== null || search !== '' || from !== '' || to !== '';

/** The instant at which a person's day begins or ends, where they are. */
export function edgeOfDay(day: string, edge: 'start' | 'end'): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const local =
    edge === 'start'
      ? new Date(year, month - 1, date, 0, 0, 0, 0)
      : new Date(year, month - 1, date, 23, 59, 59, 999);
  return local.toISOString();
}

/** The view as the wire's query. */
export function queryOf(view: SuggestionView) {
  return {
    skip: (view.page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
    sort_by: 'timestamp' as const,
    sort_order: 'desc' as const,
    ...(view.status ? { status: view.status } : {}),
    ...(view.search ? { search: view.search } : {}),
    ...(view.from ? { start_date: edgeOfDay(view.from, 'start') } : {}),
    ...(view.to ? { end_date: edgeOfDay(view.to, 'end') } : {}),
  };
}

/** A page that exists: between 1 and the last one. */
export function clampPage(page: number, total: number): number {
  return Math.min(page, Math.max(1, Math.ceil(total / PAGE_SIZE)));
}

/** The day of an instant, where the person is; empty without one. */
export function dayOf(iso: string | null): string {
  if (iso === null) return '';
  const time = new Date(iso);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
