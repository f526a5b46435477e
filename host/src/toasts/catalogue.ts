/** Texts and durations (milliseconds) of every failure of a call. */
import {
  ApiError,
  GATEWAY_STATUSES,
  GuestReadOnlyError,
  isAbort,
  NetworkError,
  UnexpectedAnswerError,
} from '@hindsight/shared-contracts/api/client';
import type { ToastType } from '@hindsight/shared-contracts/shell';

export const TOAST_DURATIONS: Record<ToastType, number> = {
  success: 5000,
  info: 5000,
  warning: 7000,
  error: 10000,
};

/** For unknown toast types: remotes of other versions may use more of them. */
const DEFAULT_DURATION = 30000;

/** Default duration of a toast. */
export function toastDuration(type: string): number {
  return new Map(Object.entries(TOAST_DURATIONS)).get(type) ?? DEFAULT_DURATION;
}

const API_DURATIONS = {
  authentication: 30000,
  permission: 10000,
  notFound: 8000,
  server: 10000,
  network: 8000,
  other: 10000,
} as const;

export interface Failure {
  message: string;
  duration: number;
  /** The next step is to sign in again. */
  signIn?: true;
}

const SERVER_STATUSES = [500, ...GATEWAY_STATUSES];

function failureForStatus(status: number, detail: string | null, action: string, resource: string): Failure {
  if (status === 401) {
    return {
      message:
        'Authentication error (401). Your session may have expired. Please refresh authentication to continue.',
      duration: API_DURATIONS.authentication,
      signIn: true,
    };
  }
  if (status === 403) {
    return {
      message: `Permission denied (403). You don't have permission to ${action}. Please contact your administrator if you believe this is incorrect.`,
      duration: API_DURATIONS.permission,
    };
  }
  if (status === 404) {
    return {
      message: `${resource} not found (404). The ${resource} may have been moved or deleted.`,
      duration: API_DURATIONS.notFound,
    };
  }
  if (SERVER_STATUSES.includes(status)) {
    return {
      message: 'Server error (500). Something went wrong on our end. Please try again later.',
      duration: API_DURATIONS.server,
    };
  }
  const duration = API_DURATIONS.other;
  if (status === 400) {
    return { message: `Bad request (400). ${detail ?? 'Please check your input and try again.'}`, duration };
  }
  if (status === 429) {
    return { message: 'Too many requests (429). Please wait a moment before trying again.', duration };
  }
  if (detail) return { message: `Error (${status}): ${detail}`, duration };
  return { message: `Unexpected error (${status}) occurred while trying to ${action}.`, duration };
}

/** Message for an error thrown by a call; null when there is nothing to report (an abort). */
export function toFailure(error: unknown, action: string, resource = 'Resource'): Failure | null {
  if (isAbort(error)) return null;
  if (error instanceof ApiError) return failureForStatus(error.status, error.detail, action, resource);
  if (error instanceof UnexpectedAnswerError) return failureForStatus(error.status, null, action, resource);
  if (error instanceof NetworkError) {
    return {
      message: 'Network error. Please check your internet connection and try again.',
      duration: API_DURATIONS.network,
    };
  }
  if (error instanceof GuestReadOnlyError) return { message: error.message, duration: API_DURATIONS.other };
  return {
    message: `An unexpected error occurred while trying to ${action}.`,
    duration: API_DURATIONS.other,
  };
}

/** Groups failures: simultaneous failures of one kind share a cause, regardless of the attempted action. */
export function errorKind(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.name : 'unknown';
  return SERVER_STATUSES.includes(error.status) ? 'server' : String(error.status);
}
