import { ApiError, NetworkError } from '@hindsight/shared-contracts/api/client';
import { DEFAULT_CONFIG } from '@hindsight/shared-contracts/config';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAccount, write } from '../testing';
import { AboutDialog } from './AboutDialog';
import { frontendBuild } from './buildInfo';
import { requestContext, mailtoUrl, MAX_MESSAGE, sendProblem } from './supportRequest';

configure({ defaultHidden: true });

const BUILD = 'GET /build-info';
const SEND = 'POST /support/contact';
const backend = {
  service_name: 'hindsight-service',
  version: '2.1.0',
  build_sha: 'abc1234',
  build_timestamp: '2026-11-01T00:00:00Z',
  image_tag: null,
};
const frontend = frontendBuild({
  version: '1.0.0-x',
  commit: null,
  time: null,
  image: null,
  debugPanel: false,
});

async function open(answers: FakeAnswers = {}, change: Partial<Shell> = {}) {
  const api = fakeApi({ [BUILD]: backend, [SEND]: { status: 'ok' }, ...answers });
  const config = { ...DEFAULT_CONFIG, supportEmail: 'help@example.org' };
  const shell = fakeShell({ api, config, ...change });
  const close = jest.fn();
  await renderAccount(
    <AboutDialog params={new URLSearchParams('about')} close={close} />,
    shell,
    '/agents?q=1&about',
  );
  await waitFor(() => expect(screen.queryByText('Loading…')).not.toBeInTheDocument());
  const sent = () => api.calls.filter(({ key }) => key === SEND).map(({ input }) => input);
  return {
    shell,
    close,
    sent,
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0, skipHover: true }),
  };
}
const issue = () => screen.getByRole('textbox', { name: 'Describe the issue (optional)' });
const contact = () => screen.getByRole('button', { name: /Contact Support/ });

it('shows both builds and marks unknown values', async () => {
  await open();
  const theirs = screen.getByRole('region', { name: 'Backend build' });
  expect(theirs).toHaveTextContent('hindsight-serviceVersion2.1.0Commitabc1234');
  expect(theirs).toHaveTextContent('Imageunknown');
  expect(screen.getByRole('region', { name: 'Frontend build' })).toHaveTextContent('hindsight-dashboard');
});

it('sends the message with builds and context, confirms it and closes', async () => {
  const { user, sent, shell, close } = await open();
  expect(issue()).toHaveAttribute('maxlength', '4000');
  write(issue(), ' Search is slow ');
  await user.click(contact());
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
  expect(sent()).toEqual([
    {
      body: {
        message: 'Search is slow',
        frontend: expect.objectContaining({ service_name: 'hindsight-dashboard' }),
        context: {
          current_url: 'http://localhost/agents?q=1',
          user_agent: navigator.userAgent,
          user_email: 'person@example.org',
        },
      },
      scope: false,
    },
  ]);
  expect(shell.shown).toEqual([['success', 'Support request sent. Our team will reach out.']]);
});

it('sends a request without a description', async () => {
  const { user, sent } = await open();
  await user.click(contact());
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ body: { message: '' } });
});

it('keeps the message and shows the error inline when sending fails', async () => {
  const { user, close, shell } = await open({
    [SEND]: () => {
      throw new ApiError(429, null, '', null);
    },
  });
  write(issue(), 'x');
  await user.click(contact());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Please wait before sending another support request.',
  );
  expect(issue()).toHaveValue('x');
  expect(close).not.toHaveBeenCalled();
  expect(shell.shown).toEqual([]);
});

it('says that the message may have been sent when the first response was lost and the retry is rate-limited', async () => {
  const failures: Error[] = [new NetworkError(null), new ApiError(429, 'Rate limit.', '', null)];
  const { user } = await open({
    [SEND]: () => {
      throw failures.shift();
    },
  });
  write(issue(), 'x');
  await user.click(contact());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Failed to send support request/);
  await user.click(contact());
  expect(await screen.findByText('Rate limit.')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('your message may already have been sent');
});

it.each([
  [
    new ApiError(429, 'Rate limit: please wait 42 seconds.', '', null),
    { title: 'Rate limit: please wait 42 seconds.' },
  ],
  [new ApiError(429, null, '', null), { title: 'Please wait before sending another support request.' }],
  [new ApiError(500, null, '', null), { title: 'Failed to send support request', detail: 'HTTP error 500' }],
  [
    new NetworkError(null),
    { title: 'Failed to send support request', detail: expect.stringContaining('Network error.') },
  ],
])('shows the reason for a failure: %s', (error, texts) => expect(sendProblem(error)).toEqual(texts));

it('sends nothing for a guest', async () => {
  const { user, sent } = await open(
    {},
    { session: { status: 'guest', user: null }, guardWrite: () => false },
  );
  await user.click(contact());
  expect(sent()).toEqual([]);
});

it('stays usable when the service does not report its build', async () => {
  await open({
    [BUILD]: () => {
      throw new ApiError(404, null, '', null);
    },
  });
  expect(within(screen.getByRole('region', { name: 'Backend build' })).getByRole('status')).toHaveTextContent(
    'didn’t report its build',
  );
  expect(contact()).toBeEnabled();
});

it('puts the same content into an email', async () => {
  await open();
  write(issue(), 'a & b?');
  const href = screen.getByRole('link', { name: 'Open mail app instead' }).getAttribute('href')!;
  expect(href).toMatch(
    /^mailto:help@example\.org\?subject=Hindsight%20support%20request&body=a%20%26%20b%3F/,
  );
  expect(screen.queryByText(/Add a recipient to the email that opens/)).not.toBeInTheDocument();
  const body = decodeURIComponent(href.split('body=')[1]!);
  expect(body).toContain('Version: 2.1.0');
  expect(body).toContain('Account: person@example.org');
});

it('explains that the email has no recipient when no support address is configured', async () => {
  await open({}, { config: DEFAULT_CONFIG });
  expect(screen.getByText(/Add a recipient to the email that opens/)).toBeInTheDocument();
});

it('closes with its button', async () => {
  const { user, close } = await open();
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);
  expect(close).toHaveBeenCalledTimes(1);
});

it('respects the length limits of the API', () => {
  expect(MAX_MESSAGE).toBe(4000);
  const url = new URL(`https://hindsight.example/agents?about&q=${'x'.repeat(3000)}#h`);
  const context = requestContext(url, 'u'.repeat(3000), null);
  expect(context.current_url).toHaveLength(2000);
  expect(context.current_url).not.toContain('about');
  expect(context.user_agent).toHaveLength(2000);
  expect(mailtoUrl(null, '', { frontend, backend: null }, context)).toMatch(/^mailto:\?subject=/);
});
