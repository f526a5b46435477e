/** What the host provides to every remote. A remote reads session, scope and the rest here and nowhere else. */
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

/** Changes of the active workspace, and of the person, as they happen. */
export interface LiveChanges {
  /** Whether they arrive now. While they do not, a page that others change loads again now and then. */
  isOpen: boolean;
  /** Calls back with them; returns the undo. What only has to be loaded again needs none: `follows` of a query. */
  subscribe(listener: (changes: readonly Change[]) => void): () => void;
}

export interface Shell {
  session: Session;
  scope: ActiveScope;
  /** The person's organizations; empty for guests. */
  organizations: readonly Organization[];
  flags: FeatureFlags;
  /** Configuration of this installation, e.g. how often an invitation list refreshes. */
  config: RuntimeConfig;
  /** Whether a page that has a debug panel shows it; only ever true in builds that offer one. */
  debugPanel: boolean;
  api: ApiClient;
  toasts: Toasts;
  /** Absent in front of a service without them, and in older hosts. */
  live?: LiveChanges;
  /** Sets the header of the current page until the caller unmounts; prefer `usePageHeader`. Returns the undo. */
  setPageHeader(header: PageHeader): () => void;
  /**
   * Guards a write: in guest mode it shows "Guest mode is read-only. {hint}" and answers false.
   * @param hint e.g. `Sign in to create memory blocks.`
   */
  guardWrite(hint: string): boolean;
  /**
   * Holds a draft: until the undo is called, leaving the page, switching the workspace and closing the tab ask first.
   * Prefer `useUnsavedChanges`.
   * @param what what would be lost, e.g. `your changes to this memory block`.
   * @param discard called when the person lets it go.
   */
  holdDraft(what: string, discard?: () => void): () => void;
  /** Loads `/user-info` again, e.g. after a beta request. */
  refreshSession(): Promise<void>;
  /**
   * Makes another workspace the active one, after asking about unsaved drafts; answers whether it is. A failure is shown to the
   * person.
   */
  chooseWorkspace(scope: ActiveScope): Promise<boolean>;
  /** Loads the person's organizations again, e.g. after one was created or deleted. A workspace that is gone is left. */
  reloadOrganizations(): Promise<void>;
  /** Renders what a remote fills a slot with, or the reason why it is empty. Prefer `<Slot>`. */
  renderSlot<N extends SlotName>(name: N, props: SlotProps[N], options?: SlotOptions): ReactNode;
  /**
   * Reports the failure of a part that its page goes on without; the host notes whose page or slot it is in. What breaks a page or a
   * slot as a whole reaches the host by itself. Absent in older hosts.
   */
  reportFailure?(error: unknown): void;
  /** Why a slot cannot be filled now, as a sentence; null when its remote is there or still loads. For disabling what would open it. */
  slotProblem(name: SlotName): string | null;
}

/**
 * Props of an overlay: a slot that the host opens when the address carries one of the overlay's parameters
 * (see `OverlayDescriptor`), so that a dialog of any remote can be linked, reloaded and opened from every page.
 */
export interface OverlayProps {
  /** The address' parameters as they are now. */
  params: URLSearchParams;
  /** Takes the overlay's parameters out of the address, which closes it. */
  close(): void;
}

/** Props of a dialog about selected memory blocks. */
export interface BlockActionProps {
  blockIds: readonly string[];
  /** The person closed the dialog. */
  onClose(): void;
  /** These blocks were changed: load them again. The dialog may stay open. */
  onChanged(blockIds: readonly string[]): void;
}

/** The slots of the product and the props of each. */
export interface SlotProps {
  'header.notifications': object;
  'account.organizations': OverlayProps;
  /** One memory block over whatever page is open: `?block={id}`. */
  'memory-block.detail': OverlayProps;
  /** How many rows a saved view has, beside its name: its parameters are those of the list's address. */
  'navigation.view-count': { parameters: Readonly<Record<string, string>> };
  /** The form of a new memory block over whatever page is open: `?create`. */
  'memory-block.create': OverlayProps;
  /** Accepts or declines an organization invitation. */
  'session.invitation-link': OverlayProps;
  /** Decides a request for beta access. */
  'session.beta-review-link': OverlayProps;
  /** AI compaction of one block with preview, or of many as a job. */
  'memory-block.compaction': BlockActionProps;
  /** Suggests keywords for blocks and applies the chosen ones. */
  'memory-block.keyword-suggestions': BlockActionProps;
  /** A short summary of a remote for other pages: `<remote>.summary`. */
  [summary: `${string}.summary`]: object;
}

export type SlotName = keyof SlotProps;

/** The slots that the host opens by the address. */
export type OverlaySlot = {
  [N in SlotName]: SlotProps[N] extends OverlayProps ? N : never;
}[SlotName];

export interface SlotOptions {
  /** Shown while the remote loads; nothing when absent. */
  loading?: ReactNode;
  /** Shown when no remote fills the slot or its remote is unavailable; the reason is a sentence for a person. */
  unavailable?(reason: string, retry: () => void): ReactNode;
}
