import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { useSearchParams } from '@hindsight/shared-contracts/router';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell } from '@hindsight/shared-contracts/testing';
import { renderRoutes } from '@hindsight/shared-contracts/testing/routes';
import { descriptor } from '../../remote/descriptor';
import { GrantedPage } from './GrantedPage';
import { ReviewLinkDialog } from './ReviewLinkDialog';
import { grantedPath, readReviewLink, reviewFailure } from './reviewLink';
import { reviewTexts } from './texts';

describe('review', () => {
  const REVIEW = 'POST /beta-access/review/{id}/token';
  const LINK = 'beta_review=r&beta_decision=accepted&decision=accepted&beta_token=t&token=t';
  const OWN = descriptor.overlays!.flatMap(({ params, alsoClears = [] }) => [...params, ...alsoClears]);

  /** The dialog as the host opens it. */
  function Host() {
    const [params, setParams] = useSearchParams();
    const close = () =>
      setParams((before) => new URLSearchParams([...before].filter(([name]) => !OWN.includes(name))));
    return params.has('beta_review') ? (
      <ReviewLinkDialog params={params} close={close} />
    ) : (
      <p>The page below</p>
    );
  }

  async function open(query: string, answer: unknown, overrides: Partial<Shell> = {}) {
    const api = fakeApi({ [REVIEW]: answer });
    const shell = fakeShell({ api, session: { status: 'signed-out', user: null }, ...overrides });
    const pages = [
      { path: '/beta-access/review/granted', load: async () => GrantedPage },
      { path: '*', load: async () => Host },
    ];
    const view = await renderRoutes(pages, `/login?${query}&rd=x`, shell);
    return { ...view, shell, api };
  }
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

  it('asks for confirmation, decides without a session, and shows who was granted access', async () => {
    const { shell, api } = await open(LINK, { message: 'Approved.', request_email: 'ada@x.org' });
    expect(screen.getByRole('dialog', { name: 'Grant beta access?' })).toBeInTheDocument();
    expect(api.calls).toEqual([]);
    press('Grant access');
    expect(await screen.findByRole('heading', { name: 'Beta access granted' })).toBeInTheDocument();
    expect(screen.getByText('ada@x.org')).toBeInTheDocument();
    expect(window.location.search).toBe('?email=ada%40x.org');
    expect(api.calls).toEqual([
      {
        key: REVIEW,
        input: {
          params: { id: 'r' },
          body: { token: 't', decision: 'accepted' },
          scope: false,
          withoutSession: true,
        },
      },
    ]);
    expect(shell.shown).toEqual([['success', 'Approved.']]);
  });

  it('shows that access was already granted', async () => {
    await open(LINK, { request_email: 'ada@x.org', already_processed: true });
    press('Grant access');
    expect(
      await screen.findByRole('heading', { name: 'Beta access was already granted' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /your own request status/ })).toHaveAttribute(
      'href',
      '/beta-access/pending',
    );
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/dashboard');
  });

  it('denies the request and cleans the URL', async () => {
    const { shell } = await open(LINK.replaceAll('accepted', 'denied'), {});
    press('Deny access');
    await screen.findByText('The page below');
    expect(shell.shown).toEqual([['success', 'Beta access request denied.']]);
    expect(window.location.search).toBe('?rd=x');
  });

  it('leaves the request undecided on "Not now"', async () => {
    const { api } = await open(LINK, {});
    press('Not now');
    expect(api.calls).toEqual([]);
    expect(window.location.search).toBe('?rd=x');
  });

  it.each([
    [410, 'Review token expired.', 'warning', 'This beta access review link has expired.'],
    [400, 'Invalid or already used review token.', 'warning', 'Invalid beta access review token.'],
    [
      400,
      'Request already denied.',
      'error',
      'Failed to update beta access request: Request already denied.',
    ],
  ])('shows the message for %i %s and cleans the URL', async (status, detail, type, message) => {
    const { shell } = await open(LINK, () => {
      throw new ApiError(status, detail, '', null);
    });
    press('Grant access');
    await screen.findByText('The page below');
    expect(shell.shown).toEqual([[type, message]]);
  });

  it('stays open when the service fails', async () => {
    await open(LINK, () => {
      throw new ApiError(503, null, '', null);
    });
    press('Grant access');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to update beta access request: Unable to update beta access request',
    );
  });

  it('warns once about an invalid link', async () => {
    const { shell } = await open('beta_review=r&decision=maybe&token=t', {});
    await screen.findByText('The page below');
    await waitFor(() =>
      expect(shell.shown).toEqual([['warning', 'Invalid beta access review decision provided.']]),
    );
  });
});

describe('review link', () => {
  const read = (address: string) => readReviewLink(new URLSearchParams(address));
  it.each([
    [
      'beta_review=r&beta_decision=accepted&beta_token=t',
      { requestId: 'r', decision: 'accepted', token: 't' },
    ],
    ['beta_review=r&decision=DENIED&token=t', { requestId: 'r', decision: 'denied', token: 't' }],
    [
      'beta_review=r&beta_decision=Denied&decision=accepted&beta_token=a&token=b',
      { requestId: 'r', decision: 'denied', token: 'a' },
    ],
    ['beta_review=r&decision=maybe&token=t', null],
    ['beta_review=r&decision=accepted', null],
    ['beta_review=&decision=accepted&token=t', null],
  ])('%s', (address, link) => expect(read(address)).toEqual(link));

  it('falls back to the wording of the specification when the service sends no message', () => {
    expect(reviewTexts.done('accepted')).toBe('Beta access request approved successfully.');
    expect(reviewTexts.done('denied')).toBe('Beta access request denied.');
  });

  it('builds the address of the granted page', () => {
    const review = {
      success: true,
      request_id: 'r',
      message: '',
      request_email: 'a+b@x.org',
      decision: 'accepted',
      already_processed: false,
    } as const;
    const path = '/beta-access/review/granted?email=a%2Bb%40x.org';
    expect(grantedPath(review)).toBe(path);
    expect(grantedPath({ ...review, already_processed: true })).toBe(`${path}&status=already`);
  });

  const api = (status: number, detail: string | null) => new ApiError(status, detail, '', null);
  it.each([
    [api(410, 'Review token expired.'), 'warning', 'This beta access review link has expired.', true],
    [api(400, 'Invalid or already used review token.'), 'warning', 'Invalid beta access review token.', true],
    [
      api(400, 'Request already denied.'),
      'error',
      'Failed to update beta access request: Request already denied.',
      true,
    ],
    [
      api(500, null),
      'error',
      'Failed to update beta access request: Unable to update beta access request',
      false,
    ],
    [new NetworkError(null), 'error', expect.stringContaining('Network error'), false],
    ['odd', 'error', 'Failed to update beta access request: Unknown error', false],
  ])('%s', (error, type, message, final) =>
    expect(reviewFailure(error)).toEqual({ type, message: message as string, final }),
  );
});
