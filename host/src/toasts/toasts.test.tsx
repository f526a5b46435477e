import { act, fireEvent, render, screen } from '@testing-library/react';
import {
  ApiError,
  GuestReadOnlyError,
  NetworkError,
  UnexpectedAnswerError,
} from '@hindsight/shared-contracts/api/client';
import { ToastRegion } from './ToastRegion';
import { TOAST_DURATIONS, toFailure, toastDuration } from './catalogue';
import { AT_ONCE, LEAST_FOR_ACTION, createToasts } from './toasts';

describe('catalogue', () => {
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
  ])('maps %s to its message and duration', (_name, error, message, duration) => {
    expect(toFailure(error, 'archive memory blocks', 'Memory block')).toMatchObject({ message, duration });
  });

  it('offers to sign in again only on a 401', () => {
    expect(toFailure(api(401), 'x')?.signIn).toBe(true);
    expect(toFailure(api(403), 'x')?.signIn).toBeUndefined();
  });

  it('ignores an abort', () => {
    expect(toFailure(new DOMException('stopped', 'AbortError'), 'x')).toBeNull();
  });

  it('uses the durations of the spec', () => {
    expect(TOAST_DURATIONS).toEqual({ success: 5000, info: 5000, warning: 7000, error: 10000 });
    expect(toastDuration('a type of another version')).toBe(30000);
  });
});

describe('toasts', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function setUp() {
    const signIn = jest.fn();
    const report = jest.fn();
    const toasts = createToasts({ signIn, isSignedOut: () => false, report });
    const messages = () => toasts.list.get().map(({ message }) => message);
    return { toasts, signIn, report, messages };
  }

  it.each([
    ['success', 5000],
    ['info', 5000],
    ['warning', 7000],
    ['error', 10000],
  ] as const)('shows %s for %i ms', (type, duration) => {
    const { toasts, messages } = setUp();
    toasts.show(type, 'hello');
    jest.advanceTimersByTime(duration - 1);
    expect(messages()).toEqual(['hello']);
    jest.advanceTimersByTime(1);
    expect(messages()).toEqual([]);
  });

  it('shows a toast of an unknown type for 30 s, as info', () => {
    const { toasts, messages } = setUp();
    render(<ToastRegion toasts={toasts} />);
    act(() => toasts.show('note' as 'info', 'hello'));
    expect(screen.getByRole('listitem')).toHaveTextContent('hello');
    expect(screen.getByRole('img', { name: 'Info' })).toBeInTheDocument();
    act(() => void jest.advanceTimersByTime(29_999));
    expect(messages()).toEqual(['hello']);
    act(() => void jest.advanceTimersByTime(1));
    expect(messages()).toEqual([]);
  });

  it('shows a toast for the duration given by its caller', () => {
    const { toasts, messages } = setUp();
    toasts.show('success', 'compacted', { duration: 8000 });
    jest.advanceTimersByTime(7999);
    expect(messages()).toEqual(['compacted']);
    jest.advanceTimersByTime(1);
    expect(messages()).toEqual([]);
  });

  it('shows a toast with Undo for at least ten seconds', () => {
    const { toasts, messages } = setUp();
    toasts.show('success', 'archived', { action: { label: 'Undo', run: () => undefined } });
    jest.advanceTimersByTime(LEAST_FOR_ACTION - 1);
    expect(messages()).toEqual(['archived']);
    jest.advanceTimersByTime(1);
    expect(messages()).toEqual([]);
  });

  it('never drops a success with Undo, because each Undo has a different effect', () => {
    const { toasts, messages } = setUp();
    const action = { label: 'Undo', run: () => undefined };
    toasts.show('success', 'archived', { action });
    toasts.show('success', 'archived', { action });
    expect(messages()).toEqual(['archived', 'archived']);
  });

  it('drops toasts of the same type with the same first 50 characters within 5 s', () => {
    const { toasts, messages } = setUp();
    const start = 'x'.repeat(50);
    toasts.show('error', `${start} one`);
    toasts.show('error', `${start} two`);
    toasts.show('warning', `${start} three`);
    toasts.show('error', `${'x'.repeat(49)}y four`);
    expect(messages()).toEqual([`${start} one`, `${start} three`, `${'x'.repeat(49)}y four`]);
    jest.advanceTimersByTime(4999);
    toasts.show('error', `${start} five`);
    expect(messages()).toHaveLength(3);
    jest.advanceTimersByTime(1);
    toasts.show('error', `${start} six`);
    expect(messages()).toContain(`${start} six`);
  });

  it('merges simultaneous failures into one toast, and reports each', () => {
    const { toasts, messages, report } = setUp();
    for (const action of ['fetch agents', 'fetch memory blocks', 'count']) {
      toasts.apiError(new ApiError(502, null, '', null), action);
    }
    expect(messages()).toHaveLength(1);
    expect(report).toHaveBeenCalledTimes(3);
  });

  it('merges simultaneous failures of one kind, whatever was requested', () => {
    const { toasts, messages } = setUp();
    const fail = (status: number, resource: string) =>
      toasts.apiError(new ApiError(status, null, '', null), 'load', resource);
    fail(404, 'Agent');
    fail(404, 'Keyword');
    fail(429, 'Agent');
    expect(AT_ONCE).toBe(1000);
    expect(messages()).toEqual([
      'Agent not found (404). The Agent may have been moved or deleted.',
      'Too many requests (429). Please wait a moment before trying again.',
    ]);
    jest.advanceTimersByTime(AT_ONCE);
    fail(404, 'Memory block');
    expect(messages()).toHaveLength(3);
  });

  it('links a 401 to the sign-in', () => {
    const { toasts, signIn } = setUp();
    render(<ToastRegion toasts={toasts} />);
    act(() => toasts.apiError(new ApiError(401, null, '', null), 'fetch agents'));
    fireEvent.click(screen.getByRole('button', { name: 'Refresh authentication' }));
    expect(signIn).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
  });

  it('pauses while the pointer or the focus is on it, and resumes with the remaining time', () => {
    const { toasts } = setUp();
    render(<ToastRegion toasts={toasts} />);
    act(() => toasts.show('info', 'hello'));
    act(() => void jest.advanceTimersByTime(4000));
    fireEvent.pointerEnter(screen.getByRole('list'));
    act(() => void jest.advanceTimersByTime(60000));
    expect(screen.getByText('hello')).toBeInTheDocument();
    fireEvent.pointerLeave(screen.getByRole('list'));
    act(() => void jest.advanceTimersByTime(999));
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
    act(() => void jest.advanceTimersByTime(60000));
    expect(screen.getByText('hello')).toBeInTheDocument();
    act(() => screen.getByRole('button', { name: 'Dismiss' }).blur());
    act(() => void jest.advanceTimersByTime(1));
    expect(screen.queryByText('hello')).not.toBeInTheDocument();
  });

  it('resumes after the toast under the pointer was dismissed', () => {
    const { toasts } = setUp();
    render(<ToastRegion toasts={toasts} />);
    act(() => toasts.show('info', 'first'));
    fireEvent.pointerEnter(screen.getByRole('list'));
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    act(() => toasts.show('info', 'second'));
    act(() => void jest.advanceTimersByTime(5000));
    expect(screen.queryByText('second')).not.toBeInTheDocument();
  });

  it('announces errors assertively and the rest politely', () => {
    const { toasts } = setUp();
    render(<ToastRegion toasts={toasts} />);
    act(() => toasts.show('error', 'broken'));
    act(() => toasts.show('success', 'saved'));
    expect(document.querySelector('[aria-live="assertive"]')).toHaveTextContent('Error: broken');
    expect(document.querySelector('[aria-live="polite"]')).toHaveTextContent('Success: saved');
  });

  it("restores the focus, or moves it to the page's heading", () => {
    const { toasts } = setUp();
    const undo = { label: 'Undo', run: () => undefined };
    const show = () => act(() => toasts.show('success', 'archived', { action: undo }));
    const page = (row: boolean) => (
      <>
        <h1 id="page-title" tabIndex={-1}>
          Page
        </h1>
        {row && <button type="button">Row</button>}
        <ToastRegion toasts={toasts} />
      </>
    );
    const { rerender } = render(page(true));
    const press = (name: string) => {
      const button = screen.getByRole('button', { name });
      act(() => button.focus());
      fireEvent.click(button);
    };
    for (const name of ['Undo', 'Dismiss']) {
      act(() => screen.getByRole('button', { name: 'Row' }).focus());
      show();
      press(name);
      expect(screen.queryByText('archived')).not.toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Row' })).toHaveFocus();
    }
    show();
    rerender(page(false));
    press('Undo');
    expect(screen.getByRole('heading', { name: 'Page' })).toHaveFocus();
  });
});
