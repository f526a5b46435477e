/** What the host promises every remote. A remote reads the session, the scope and the rest here and nowhere else. */
import type { ReactNode } from 'react';
import type { ApiClient } from '../api/client/types';
import type { Organization } from '../api/organizations';
import type { UserInfo } from '../api/session';
import type { ActiveScope } from '../events/scope';
import type { FeatureFlag } from '../registry/descriptor';

/** Five states that look different on screen; an unreachable service is not a sign-out. */
export type Session =
  | { status: 'loading'; user: null }
  | { status: 'signed-in'; user: UserInfo }
  | { status: 'signed-out'; user: null }
  | { status: 'guest'; user: null }
  | { status: 'unreachable'; user: null };

export type FeatureFlags = Readonly<Record<FeatureFlag, boolean>>;

export type ToastType = 'success' | 'info' | 'warning' | 'error';

export interface ToastOptions {
  /** Milliseconds on screen; the type's default when absent. */
  duration?: number;
  /** A button in the toast, e.g. Undo. */
  action?: { label: string; run(): void };
}

export interface Toasts {
  show(type: ToastType, message: string, options?: ToastOptions): void;
  /**
   * Shows the catalogue's text for an error of the API client.
   * @param error what was caught; an abort shows nothing.
   * @param action what was tried, e.g. `fetch organizations`.
   * @param resource what was asked for, for the 404 text, e.g. `Memory block`.
   */
  apiError(error: unknown, action: string, resource?: string): void;
}

export interface PageHeader {
  /** Replaces the descriptor's title, e.g. for a detail page. */
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
}

export interface Shell {
  session: Session;
  scope: ActiveScope;
  /** The person's organizations; empty for guests. */
  organizations: readonly Organization[];
  flags: FeatureFlags;
  api: ApiClient;
  toasts: Toasts;
  /** Sets the header of the current page until the caller unmounts; prefer `usePageHeader`. Returns the undo. */
  setPageHeader(header: PageHeader): () => void;
  /**
   * Guards a write: in guest mode it shows "Guest mode is read-only. {hint}" and answers false.
   * @param hint e.g. `Sign in to create memory blocks.`
   */
  guardWrite(hint: string): boolean;
  /** Asks `/user-info` again, e.g. after a beta request. */
  refreshSession(): Promise<void>;
  /** Renders what a remote fills a slot with, or the reason why nobody does. Prefer `<Slot>`. */
  renderSlot<N extends SlotName>(name: N, props: SlotProps[N], options?: SlotOptions): ReactNode;
}

/** The slots of the product and what each is given. */
export interface SlotProps {
  'header.notifications': object;
}

export type SlotName = keyof SlotProps;

export interface SlotOptions {
  /** Shown while the remote loads; nothing when absent. */
  loading?: ReactNode;
  /** Shown when nobody fills the slot or its remote is unavailable; the reason is a sentence for a person. */
  unavailable?(reason: string, retry: () => void): ReactNode;
}
