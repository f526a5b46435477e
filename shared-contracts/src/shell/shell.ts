/** What the host provides to remotes; their only source for session, scope and the rest. */
import type { ReactNode } from 'react';
import type { ApiClient } from '../api/client/types';
import type { Change } from '../api/events';
import type { Organization } from '../api/organizations';
import type { UserInfo } from '../api/session';
import type { RuntimeConfig } from '../config/runtimeConfig';
import type { ActiveScope } from '../events/scope';
import type { FeatureFlag } from '../registry/descriptor';

/** Five states with different screens; an unreachable service is not a sign-out. */
export type Session =
  | { status: 'loading'; user: null }
  | { status: 'signed-in'; user: UserInfo }
  | { status: 'signed-out'; user: null }
  | { status: 'guest'; user: null }
  | { status: 'unreachable'; user: null };

export type FeatureFlags = Readonly<Record<FeatureFlag, boolean>>;

export type ToastType = 'success' | 'info' | 'warning' | 'error';

export interface ToastOptions {
  /** Milliseconds on screen; defaults by type. */
  duration?: number;
  /** A button in the toast, e.g. Undo. */
  action?: { label: string; run(): void };
}

export interface Toasts {
  show(type: ToastType, message: string, options?: ToastOptions): void;
  /**
   * Shows the catalog's text for an error of the API client.
   * @param error the caught error; an abort shows nothing.
   * @param action the attempted action, e.g. `fetch organizations`.
   * @param resource noun for the 404 text, e.g. `Memory block`.
   */
  apiError(error: unknown, action: string, resource?: string): void;
}

export interface PageHeader {
  /** Overrides the descriptor's title, e.g. on a detail page. */
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
}

/** Live changes of the active workspace and of the person. */
export interface LiveChanges {
  /** Whether the stream is connected. While it is not, pages that others can change are refetched periodically. */
  isOpen: boolean;
  /** Subscribes to changes; returns the unsubscribe function. To only refetch, use a query's `follows` instead. */
  subscribe(listener: (changes: readonly Change[]) => void): () => void;
}

export interface Shell {
  session: Session;
  scope: ActiveScope;
  /** The person's organizations; empty for guests. */
  organizations: readonly Organization[];
  flags: FeatureFlags;
  /** Configuration of this installation, e.g. the refresh interval of invitation lists. */
  config: RuntimeConfig;
  /** Whether to show a page's debug panel, if it has one; true only in builds that offer one. */
  debugPanel: boolean;
  api: ApiClient;
  toasts: Toasts;
  /** Absent if the service lacks live changes, and in older hosts. */
  live?: LiveChanges;
  /** Sets the header of the current page until the returned function is called; prefer `usePageHeader`. */
  setPageHeader(header: PageHeader): () => void;
  /**
   * Guards a write: in guest mode, shows "Guest mode is read-only. {hint}" and returns false.
   * @param hint e.g. `Sign in to create memory blocks.`
   */
  guardWrite(hint: string): boolean;
  /**
   * Registers a draft: until the returned function is called, leaving the page, switching the workspace and closing the tab ask for
   * confirmation. Prefer `useUnsavedChanges`.
   * @param what noun phrase for the changes, e.g. `your changes to this memory block`.
   * @param discard called when the person discards them.
   */
  holdDraft(what: string, discard?: () => void): () => void;
  /** Refetches `/user-info`, e.g. after a beta request. */
  refreshSession(): Promise<void>;
  /** Activates another workspace after asking about unsaved drafts; resolves to whether it is active. Failures are shown to the person. */
  chooseWorkspace(scope: ActiveScope): Promise<boolean>;
  /** Refetches the person's organizations, e.g. after creating or deleting one. Leaves a workspace that no longer exists. */
  reloadOrganizations(): Promise<void>;
  /** Renders the remote's component for a slot, or the reason why it is empty. Prefer `<Slot>`. */
  renderSlot<N extends SlotName>(name: N, props: SlotProps[N], options?: SlotOptions): ReactNode;
  /**
   * Reports the failure of a part that its page can do without; the host records the page or slot it is in. Failures of a whole page or
   * slot reach the host by themselves. Absent in older hosts.
   */
  reportFailure?(error: unknown): void;
  /**
   * Why a slot cannot be filled now, as a sentence; null if its remote is available or still loading. For disabling controls that would
   * open it.
   */
  slotProblem(name: SlotName): string | null;
}

/**
 * Props of an overlay: a slot that the host opens when the URL has one of the overlay's parameters (see `OverlayDescriptor`), so that a
 * dialog of any remote can be linked, reloaded and opened from every page.
 */
export interface OverlayProps {
  /** Current query parameters. */
  params: URLSearchParams;
  /** Removes the overlay's parameters from the URL, which closes it. */
  close(): void;
}

/** Props of a dialog about selected memory blocks. */
export interface BlockActionProps {
  blockIds: readonly string[];
  /** The person closed the dialog. */
  onClose(): void;
  /** These memories have changed and need a refetch. The dialog may stay open. */
  onChanged(blockIds: readonly string[]): void;
}

/** The product's slots and their props. */
export interface SlotProps {
  'header.notifications': object;
  'account.organizations': OverlayProps;
  /** One memory over the current page: `?block={id}`. */
  'memory-block.detail': OverlayProps;
  /** Row count of a saved view, next to its name; the parameters are those of the list's URL. */
  'navigation.view-count': { parameters: Readonly<Record<string, string>> };
  /** Form for a new memory over the current page: `?create`. */
  'memory-block.create': OverlayProps;
  /** Accepts or declines an organization invitation. */
  'session.invitation-link': OverlayProps;
  /** Approves or rejects a request for beta access. */
  'session.beta-review-link': OverlayProps;
  /** AI compaction: one memory with a preview, or many as a job. */
  'memory-block.compaction': BlockActionProps;
  /** Suggests keywords for memories and applies the chosen ones. */
  'memory-block.keyword-suggestions': BlockActionProps;
  /** A remote's short summary for other pages: `<remote>.summary`. */
  [summary: `${string}.summary`]: object;
}

export type SlotName = keyof SlotProps;

/** Slots that the host opens by URL. */
export type OverlaySlot = {
  [N in SlotName]: SlotProps[N] extends OverlayProps ? N : never;
}[SlotName];

export interface SlotOptions {
  /** Shown while the remote loads; defaults to nothing. */
  loading?: ReactNode;
  /** Shown if no remote fills the slot or its remote is unavailable; the reason is a sentence for people. */
  unavailable?(reason: string, retry: () => void): ReactNode;
}
