import { act, configure, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { CLIENTS, FIRST_CLIENT, SAMPLE_CONVERSATION_ID } from '@hindsight/shared-contracts/clients';
import type { Session, Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import type { FakeAnswers } from '@hindsight/shared-contracts/testing';
import { renderAccount, write } from '../account/testing';
import { freshToken } from '../account/tokens/freshToken';
import { ONLY_READS } from '../account/tokens/model/texts';
import { memoryStorage } from '../session/storage';
import { fakeHost, renderShell } from '../shell/testing';
import { ClientGrid } from './ClientGrid';
import { ASK_EVERY } from './ConnectionCheck';
import { GetStartedButton } from './GetStartedButton';
import { GetStartedDialog } from './GetStartedDialog';
import { TokenStep } from './TokenStep';

describe('ClientGrid', () => {
  it('marks a client that is coming soon and does not let it be selected', async () => {
    const onChoose = jest.fn();
    const codexCli = CLIENTS.find(({ id }) => id === FIRST_CLIENT)!;
    const later = { ...codexCli, id: 'later', name: 'Later CLI', status: 'comingSoon' as const };
    render(<ClientGrid clients={[codexCli, later]} chosen={codexCli.id} onChoose={onChoose} />);
    const soon = screen.getByRole('button', { name: 'Later CLI Soon' });
    expect(soon).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(soon);
    expect(onChoose).not.toHaveBeenCalled();
    const ready = screen.getByRole('button', { name: 'Codex CLI' });
    expect(ready).toHaveAttribute('title', codexCli.tagline);
    await userEvent.click(ready);
    expect(onChoose).toHaveBeenCalledWith('codex-cli');
  });
});

describe('GetStartedButton', () => {
  const SEEN = { [`hindsight.get-started.${testUser.user_id}`]: '2026-01-01T00:00:00.000Z' };
  const about = { key: 'account.about', access: 'anyone' as const, opens: ['about'], Component: () => null };
  const guide = {
    key: 'get-started',
    access: 'guest' as const,
    opens: ['get-started'],
    Component: () => null,
  };

  async function visit(
    at: string,
    { session, stored = {} }: { session?: Session; stored?: Record<string, string> } = {},
  ) {
    const storage = memoryStorage(stored);
    const shell = fakeShell(session ? { session } : {});
    const host = fakeHost(shell, { parts: { pages: [], overlays: [about, guide] } });
    const view = await renderShell(<GetStartedButton storage={storage} />, { shell, host, at });
    return { ...view, storage };
  }
  const address = () => window.location.pathname + window.location.search;

  it('opens the guide automatically on the first visit to the dashboard only', async () => {
    const first = await visit('/dashboard?x=1');
    expect(address()).toBe('/dashboard?x=1&get-started');
    first.unmount();
    await visit('/agents');
    expect(address()).toBe('/agents');
  });

  it('does not reopen it for a user who closed it, for guests, or over another dialog', async () => {
    (await visit('/dashboard', { stored: SEEN })).unmount();
    expect(address()).toBe('/dashboard');
    (await visit('/dashboard', { session: { status: 'guest', user: null } })).unmount();
    expect(address()).toBe('/dashboard');
    await visit('/dashboard?about');
    expect(address()).toBe('/dashboard?about');
  });

  it('opens it once per visit when nothing can be stored', async () => {
    const { router } = await visit('/dashboard');
    expect(address()).toBe('/dashboard?get-started');
    await act(() => router.navigate('/dashboard'));
    expect(address()).toBe('/dashboard');
  });

  it('opens it with the button, on any page', async () => {
    await visit('/agents?q=1', { stored: SEEN });
    await userEvent.click(screen.getByRole('button', { name: 'Get Started' }));
    expect(address()).toBe('/agents?q=1&get-started');
  });
});

describe('GetStartedDialog', () => {
  configure({ defaultHidden: true });

  const AGENTS = 'GET /agents/';
  const CREATE_AGENT = 'POST /agents/';
  const CREATE_TOKEN = 'POST /users/me/tokens';
  const BUILD = 'GET /build-info';
  const ACTIVITY = 'GET /users/me/tokens/{id}/activity';
  const SECRET = 'hs_pat_1a2b3c4d5e6f7081_aaaaaaaaWxYz';
  const KEY = `hindsight.get-started.${testUser.user_id}`;
  const laptop = {
    id: 't1',
    name: 'Laptop',
    prefix: '1a2b3c4d',
    last_four: 'WxYz',
    scopes: ['read'],
    organization_id: null,
    status: 'active',
  };
  const nothing = { handshake_at: null, sign_in_at: null, read_at: null, write_at: null, fault: null };

  async function open(answers: FakeAnswers = {}, change: Partial<Shell> = {}) {
    const api = fakeApi({
      [AGENTS]: { items: [{ agent_id: 'agent-1', agent_name: 'Codex' }], total_items: 1, total_pages: 1 },
      [ACTIVITY]: nothing,
      [BUILD]: {},
      ...answers,
    });
    const shell = fakeShell({ api, ...change });
    const close = jest.fn();
    await renderAccount(
      <GetStartedDialog params={new URLSearchParams()} close={close} />,
      shell,
      '/dashboard?get-started',
    );
    return {
      api,
      shell,
      close,
      user: userEvent.setup({ delay: null, pointerEventsCheck: 0, skipHover: true }),
    };
  }
  const client = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) });
  const snippet = (label: string) => screen.getByRole('figure', { name: label });
  /** Sets a fresh token and switches to fake timers, so that the test controls the polling. */
  function have(scopes = ['read'], organizationId: string | null = null) {
    jest.useFakeTimers();
    freshToken.set({
      userId: testUser.user_id,
      secret: SECRET,
      token: {
        id: 't1',
        name: 'Laptop',
        prefix: '1a2b3c4d',
        lastFour: 'WxYz',
        scopes,
        organizationId,
        isPersonal: false,
        signsIn: false,
        revoked: false,
        createdAt: '2026-01-01T00:00:00Z',
        lastUsedAt: null,
        expiresAt: null,
      },
    });
  }

  beforeEach(() => {
    freshToken.set(null);
  });
  afterEach(() => jest.useRealTimers());

  it('shows both steps and starts with Codex CLI', async () => {
    await open();
    expect(screen.getByText(/Create an agent under/)).toHaveTextContent(
      'Create an agent under Agents and note its Agent ID.',
    );
    expect(screen.getByText(/Open the account menu/)).toHaveTextContent(
      /choose API Tokens, .*never shown again/,
    );
    expect(within(screen.getByRole('list', { name: 'Clients' })).getAllByRole('button')).toHaveLength(16);
    expect(client('Codex CLI')).toHaveAttribute('aria-pressed', 'true');
    expect(snippet('~/.codex/config.toml')).toHaveTextContent('<your API token>');
    expect(screen.getByRole('link', { name: 'Support page' })).toHaveAttribute('href', '/support');
    expect(screen.queryByText('Soon')).not.toBeInTheDocument();
  });

  it.each([
    ['Got it', () => screen.getByRole('button', { name: 'Got it' })],
    ['the close button', () => screen.getByRole('button', { name: 'Close' })],
    ['the backdrop', () => document.querySelector<HTMLElement>('.wrapper')!],
  ])('closes by %s and stores when', async (_name, place) => {
    const { user, close } = await open();
    await user.click(place());
    expect(close).toHaveBeenCalledTimes(1);
    expect(window.localStorage.getItem(KEY)).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('shows how the chosen client is configured and instructed', async () => {
    const { user } = await open();
    await user.click(client('Claude Code'));
    expect(client('Claude Code')).toHaveAttribute('aria-pressed', 'true');
    expect(client('Codex CLI')).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByRole('heading', { name: 'Configure Claude Code' })).toBeInTheDocument();
    expect(snippet('Terminal (bash, zsh)')).toHaveTextContent(/^.*claude mcp add-json hindsight-mcp/);
    expect(screen.getByRole('heading', { name: 'Adjust your workflow' })).toBeInTheDocument();
    expect(snippet('CLAUDE.md template')).toHaveTextContent('Retrieve all memories');
    expect(screen.getByRole('heading', { name: 'Let Claude Code sign in by itself' })).toBeInTheDocument();
    expect(snippet('Terminal')).toHaveTextContent(
      'claude mcp add --transport http --scope user hindsight-mcp http://localhost/api/mcp',
    );
    await user.click(client('Roo Code'));
    expect(screen.queryByRole('heading', { name: /sign in by itself$/ })).not.toBeInTheDocument();
    expect(screen.getByText(/Workflow guidance coming soon\./)).toBeInTheDocument();
  });

  it('shows how to install the command from this dashboard', async () => {
    const command = {
      name: 'hindsight-mcp',
      version: '1.0.0',
      file: 'hindsight-mcp-1.0.0.tgz',
      integrity: 'sha512-x',
    };
    await open({ [BUILD]: { mcp_server: command } });
    const text = await screen.findByText(
      'npm install --global http://localhost/api/downloads/hindsight-mcp.tgz',
    );
    expect(text.closest('figure')).toHaveTextContent('Its integrity hash is sha512-x');
  });

  it("leads with the chosen client's own sign-in and the command that connects it", async () => {
    const mcp_server = { name: 'hindsight-mcp', version: '1.0.0', file: 'f.tgz', integrity: 'sha512-x' };
    const { user } = await open({ [BUILD]: { mcp_server } });
    const command = 'npx http://localhost/api/downloads/hindsight-mcp.tgz connect';
    expect(await screen.findByText(`${command} codex-cli`)).toBeInTheDocument();
    const headings = (level: number) =>
      screen.getAllByRole('heading', { level }).map(({ textContent }) => textContent);
    expect(headings(3).slice(0, 2)).toEqual(['Choose your client', 'Connect Codex CLI']);
    expect(headings(4)).toEqual(['Let Codex CLI sign in by itself', 'Or with one command']);
    await user.click(client('Cline'));
    expect(screen.getByText(`${command} cline`)).toBeInTheDocument();
  });

  it('offers no command when the build does not include one', async () => {
    await open();
    expect(screen.queryByRole('heading', { name: 'Install the command' })).not.toBeInTheDocument();
  });

  it('confirms for two seconds that a snippet was copied', async () => {
    await open();
    jest.useFakeTimers();
    const written = jest.fn(async () => undefined);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: written }, configurable: true });
    // In one act, so that the two seconds start with the click and not with a later timer task.
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Copy ~/.codex/config.toml' }));
    });
    expect(written).toHaveBeenCalledWith(expect.stringContaining('[mcp_servers.hindsight-mcp]'));
    const copied = () => within(snippet('~/.codex/config.toml')).queryByRole('button', { name: 'Copied' });
    expect(copied()).toBeInTheDocument();
    await act(async () => jest.advanceTimersByTime(1999));
    expect(copied()).toBeInTheDocument();
    await act(async () => jest.advanceTimersByTime(1));
    expect(copied()).not.toBeInTheDocument();
  });

  it('creates an agent and a token in place, and fills both in with the secret masked', async () => {
    const at = new Date().toISOString();
    const made = { agent_id: 'agent-9', agent_name: 'New', organization_id: null };
    const { user, api, shell } = await open({
      [AGENTS]: { items: [] },
      [CREATE_AGENT]: made,
      [CREATE_TOKEN]: { ...laptop, token: SECRET },
      // All steps already work, so no polling happens during the test.
      [ACTIVITY]: { ...nothing, handshake_at: at, sign_in_at: at, read_at: at },
    });
    await user.click(await screen.findByRole('button', { name: 'Create Agent' }));
    expect(screen.getByText('Agent name cannot be empty')).toBeInTheDocument();
    write(screen.getByRole('textbox', { name: 'Name of the new agent' }), ' New ');
    await user.click(screen.getByRole('button', { name: 'Create Agent' }));
    expect(await screen.findByText('agent-9')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    expect(screen.getByText('Token name is required')).toBeInTheDocument();
    write(screen.getByRole('textbox', { name: 'Name of the new token' }), 'Laptop');
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    await screen.findByRole('heading', { name: 'Connection' });
    const bodies = api.calls
      .filter(({ key }) => key === CREATE_AGENT || key === CREATE_TOKEN)
      .map(({ input }) => input);
    expect(bodies).toEqual([
      { body: { agent_name: 'New', visibility_scope: 'personal' } },
      { body: { name: 'Laptop', scopes: ['read', 'write'] }, scope: false },
    ]);
    expect(shell.shown).toEqual([['success', 'API token created']]);
    const config = snippet('~/.codex/config.toml');
    expect(config).toHaveTextContent('"DEFAULT_AGENT_ID" = "agent-9"');
    expect(config).toHaveTextContent('hs_pat_1a2b3c4d…WxYz');
    expect(document.body).not.toHaveTextContent(SECRET);
    await user.click(screen.getByRole('switch', { name: 'Show the secret' }));
    expect(config).toHaveTextContent(SECRET);
    expect(JSON.stringify({ ...window.localStorage, ...window.sessionStorage })).not.toContain(SECRET);
  });

  const organizations = [{ id: 'o1', name: 'Larkspur Labs', slug: null, is_active: true }];

  it('does not limit the token to an organization without the agent', async () => {
    const made = { agent_id: 'agent-9', agent_name: 'Codex', organization_id: null };
    const { user, api } = await open({ [AGENTS]: { items: [] }, [CREATE_AGENT]: made }, { organizations });
    await user.click(await screen.findByRole('button', { name: 'Create Agent' }));
    write(screen.getByRole('textbox', { name: 'Name of the new agent' }), 'Codex');
    await user.click(screen.getByRole('button', { name: 'Create Agent' }));
    await screen.findByText('agent-9');
    fireEvent.mouseDown(screen.getByRole('combobox', { name: /Organization/ }));
    fireEvent.click(await screen.findByTitle('Larkspur Labs'));
    expect(screen.getByRole('combobox', { name: /Organization/ })).toHaveAccessibleDescription(
      'Codex is in your personal workspace, so a token limited to Larkspur Labs can’t access it.',
    );
    write(screen.getByRole('textbox', { name: 'Name of the new token' }), 'Laptop');
    await user.click(screen.getByRole('button', { name: 'Create token' }));
    expect(api.calls.map(({ key }) => key)).not.toContain(CREATE_TOKEN);
  });

  it("offers no agents beyond the token's reach, but a way to switch there", async () => {
    have(['read', 'write'], 'o1');
    const chooseWorkspace = jest.fn(async () => true);
    await open({}, { organizations, chooseWorkspace });
    expect(screen.getByText(/Laptop is limited to Larkspur Labs/)).toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'Agent' })).not.toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Switch to Larkspur Labs' }));
    expect(chooseWorkspace).toHaveBeenCalledWith({ scope: 'organization', organizationId: 'o1' });
    fireEvent.click(screen.getByRole('button', { name: 'Use another token' }));
    expect(screen.getByRole('textbox', { name: 'Name of the new token' })).toBeInTheDocument();
  });

  it('shows the sample id that the server treats as no conversation, and explains it', async () => {
    const { user } = await open();
    expect(snippet('~/.codex/config.toml')).toHaveTextContent(
      `"DEFAULT_CONVERSATION_ID" = "${SAMPLE_CONVERSATION_ID}"`,
    );
    await user.click(client('Cline'));
    expect(screen.getByText(/each run of your agent becomes a separate conversation/)).toBeInTheDocument();
    expect(document.body).toHaveTextContent(`"DEFAULT_CONVERSATION_ID": "${SAMPLE_CONVERSATION_ID}"`);
  });

  it("does not show another user's token", async () => {
    have();
    freshToken.set({ ...freshToken.get()!, userId: 'another-person' });
    await open();
    expect(screen.queryByRole('heading', { name: 'Connection' })).not.toBeInTheDocument();
  });

  it('waits for the first call and shows which steps work or why one failed', async () => {
    have(['read', 'write']);
    let seen: object = nothing;
    await open({ [ACTIVITY]: () => seen });
    expect(screen.getByText(/Waiting for the first request/).closest('li')).toHaveAttribute(
      'data-state',
      'waiting',
    );
    const at = new Date().toISOString();
    seen = {
      ...nothing,
      handshake_at: at,
      sign_in_at: at,
      read_at: at,
      fault: {
        at,
        stage: 'write',
        status: 404,
        detail: 'Agent not found',
        code: null,
        call: 'POST /memory-blocks/',
      },
    };
    await act(async () => jest.advanceTimersByTime(ASK_EVERY));
    expect(await screen.findByText('Memories were read.')).toBeInTheDocument();
    const write = screen.getByText(/The agent ID in the configuration doesn’t exist/).closest('li')!;
    expect(write).toHaveAttribute('data-state', 'failed');
    expect(write).toHaveTextContent('POST /memory-blocks/ was denied with 404: Agent not found');
    expect(screen.getByText('Handshake works, Sign-in works, Read works, Write failed')).toBeInTheDocument();
  });

  it('stops polling when everything works', async () => {
    have();
    const at = new Date().toISOString();
    const { api } = await open({ [ACTIVITY]: { ...nothing, handshake_at: at, sign_in_at: at, read_at: at } });
    await screen.findByText('Memories were read.');
    const asked = () => api.calls.filter(({ key }) => key === ACTIVITY).length;
    const before = asked();
    await act(async () => jest.advanceTimersByTime(5 * ASK_EVERY));
    expect(asked()).toBe(before);
  });

  it('reports a failed poll and keeps polling', async () => {
    have();
    await open({
      [ACTIVITY]: () => {
        throw new ApiError(502, null, '', null);
      },
    });
    expect(await screen.findByText(/Couldn’t reach the service/)).toBeInTheDocument();
  });

  it('shows the guide to guests and creates nothing for them', async () => {
    const { api, user } = await open({}, { session: { status: 'guest', user: null } });
    expect(screen.queryByRole('button', { name: /Create/ })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Got it' }));
    expect(window.localStorage).toHaveLength(0);
    expect(api.calls.map(({ key }) => key)).toEqual([BUILD]);
  });

  it('turns green with the first request of a newly connected program', async () => {
    jest.useFakeTimers();
    const token = (id: string, last_used_at: string | null) => ({
      ...laptop,
      id,
      name: `Program ${id}`,
      last_used_at,
    });
    let tokens = [token('old', '2026-01-01T00:00:00Z'), token('new', null)];
    await open({ 'GET /users/me/tokens': () => tokens });
    await act(async () => jest.advanceTimersByTimeAsync(ASK_EVERY));
    expect(screen.getByText('Waiting for your agent…')).toBeInTheDocument();
    tokens = [token('old', '2026-01-02T00:00:00Z'), token('new', '2026-01-02T00:00:00Z')];
    await act(async () => jest.advanceTimersByTimeAsync(ASK_EVERY));
    expect(await screen.findByText('Program new is connected.')).toBeInTheDocument();
  });
});

describe('TokenStep', () => {
  const viewer = {
    organization_id: 'o1',
    organization_name: 'Larkspur Labs',
    role: 'viewer' as const,
    can_read: true,
    can_write: false,
  };

  it('warns that a token is read-only in an organization where the user has read access', async () => {
    const shell = fakeShell({
      organizations: [{ id: 'o1', name: 'Larkspur Labs', slug: null, is_active: true }],
      session: { status: 'signed-in', user: { ...testUser, memberships: [viewer] } },
    });
    const step = <TokenStep agent={null} created={null} reveal={false} onReveal={jest.fn()} />;
    await renderAccount(step, shell, '/dashboard?get-started');
    expect(screen.queryByText(ONLY_READS)).not.toBeInTheDocument();
    fireEvent.mouseDown(screen.getByRole('combobox', { name: /Organization/ }));
    fireEvent.click(await screen.findByTitle('Larkspur Labs'));
    expect(screen.getByText(ONLY_READS)).toBeInTheDocument();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Write' }));
    expect(screen.queryByText(ONLY_READS)).not.toBeInTheDocument();
  });
});
