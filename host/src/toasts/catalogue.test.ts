import {
  ApiError,
  GuestReadOnlyError,
  NetworkError,
  UnexpectedAnswerError,
} from '@hindsight/shared-contracts/api/client';
import { toFailure, toastDuration, TOAST_DURATIONS } from './catalogue';

const api = (status: number, detail: string | null = null) => new ApiError(status, detail, '', null);
const SERVER = 'Server error (500). Something went wrong on our end. Please try again later.';

it.each<[string, unknown, string, number]>([
  [
    '401',
    api(401),
    'Authentication error (401). Your session may have expired. Please refresh authentication to continue.',
    30000,
  ],
  [
    '403',
    api(403, 'not shown'),
    "Permission denied (403). You don't have permission to archive memory blocks. Please contact your administrator if you believe this is incorrect.",
    10000,
  ],
  ['404', api(404), 'Memory block not found (404). The Memory block may have been moved or deleted.', 8000],
  ['500', api(500), SERVER, 10000],
  ['502', api(502), SERVER, 10000],
  ['503', api(503), SERVER, 10000],
  ['504', api(504), SERVER, 10000],
  [
    'network',
    new NetworkError(null),
    'Network error. Please check your internet connection and try again.',
    8000,
  ],
  ['400', api(400), 'Bad request (400). Please check your input and try again.', 10000],
  ['400 with detail', api(400, 'Name is taken.'), 'Bad request (400). Name is taken.', 10000],
  ['429', api(429), 'Too many requests (429). Please wait a moment before trying again.', 10000],
  ['other with detail', api(409, 'Already there.'), 'Error (409): Already there.', 10000],
  ['other', api(418), 'Unexpected error (418) occurred while trying to archive memory blocks.', 10000],
  [
    'unreadable',
    new UnexpectedAnswerError(200, '<html>'),
    'Unexpected error (200) occurred while trying to archive memory blocks.',
    10000,
  ],
  ['guest', new GuestReadOnlyError(), 'Guest mode read-only', 10000],
])('has the words and the time for %s', (_name, error, message, duration) => {
  expect(toFailure(error, 'archive memory blocks', 'Memory block')).toMatchObject({ message, duration });
});

it('offers to sign in again on a 401 only', () => {
  expect(toFailure(api(401), 'x')?.signIn).toBe(true);
  expect(toFailure(api(403), 'x')?.signIn).toBeUndefined();
});

it('has nothing to say of an abort', () => {
  expect(toFailure(new DOMException('stopped', 'AbortError'), 'x')).toBeNull();
});

it('has the times of the spec', () => {
  expect(TOAST_DURATIONS).toEqual({ success: 5000, info: 5000, warning: 7000, error: 10000 });
  expect(toastDuration('a type of another version')).toBe(30000);
});
