/** The view of the notifications page, as its address says it. */

export const PAGE_SIZE = 20;

export interface NotificationView {
  unreadOnly: boolean;
  /** From 1. */
  page: number;
}

/** Reads `?show=unread&page=2`; what makes no sense is the default. */
export function viewOf(params: URLSearchParams): NotificationView {
  const page = Number(params.get('page') ?? 1);
  return {
    unreadOnly: params.get('show') === 'unread',
    page: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
  };
}

/** The parameters of a view; defaults are left out. */
export function paramsOf({ unreadOnly, page }: NotificationView): Record<string, string> {
  return { ...(unreadOnly && { show: 'unread' }), ...(page > 1 && { page: String(page) }) };
}
