import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ImportRow, SecretCheck, SecretMode } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { agents, BLOCKS } from '../../testing/memoryList';
import { renderPart } from '../../testing/renderPart';
import { AGENT_ID, block, testId, page } from '../../testing/rows';
import { recordedInputs, KEYWORDS, shellWithUndo } from '../../testing/service';
import { ImportDialog } from './ImportDialog';

const IMPORT = 'POST /memory-blocks/bulk-import';
const CHECK = 'POST /secret-findings/check';
const KNOWN = {
  content: 'Incident 1 of the queue. It was slow.',
  lessons_learned: 'Lesson 1: bound every queue.',
};
const row = (rest: object) => ({ agent_id: AGENT_ID, ...rest });
const FILE = [
  row(KNOWN),
  row({ content: 'Harmless' }),
  row({ content: 'Deploy with TOPSECRET' }),
  row({ content: 'Log in as ops, TOPSECRET', errors: 'TOPSECRET' }),
];

interface Sent {
  body: { rows: ImportRow[]; mask_secrets?: boolean };
}
/** Reports texts that contain the word for a secret. */
const finding =
  (mode: SecretMode) =>
  ({ body }: Sent): SecretCheck => ({
    mode,
    found: [],
    rows: body.rows.flatMap(({ content, errors }, at) => {
      if (!content.includes('TOPSECRET')) return [];
      const found = [{ field: 'content', kind: 'GitHub token' }];
      if (errors) found.push({ field: 'errors', kind: 'password' });
      return [{ row: at, preview: content.replace('TOPSECRET', '[secret removed]'), found }];
    }),
  });

const click = (text: string) => act(async () => void fireEvent.click(screen.getByText(text)));
const radios = () => screen.getByRole('radiogroup', { name: 'Memories with secrets' });

async function open(check: unknown, file: unknown = FILE, more: Partial<Shell> = {}) {
  const onClose = jest.fn();
  const api = fakeApi({
    [BLOCKS]: page([block(1)]),
    'GET /agents/': agents,
    'GET /keywords/': KEYWORDS,
    [CHECK]: check,
    [IMPORT]: ({ body }: Sent) => ({
      results: body.rows.map((_, at) => ({
        status: 'created',
        memory_block_id: testId(90 + at),
        error: null,
      })),
      created_agents: [],
      created_keywords: [],
    }),
  } as FakeAnswers);
  const shell = shellWithUndo({ api, ...more });
  await renderPart(<ImportDialog onClose={onClose} />, shell);
  const change = { target: { value: JSON.stringify(file) } };
  fireEvent.change(screen.getByLabelText('Or paste the text'), change);
  await click('Check');
  await screen.findByText('All new memories');
  const checked = () => (recordedInputs(api, CHECK) as unknown as Sent[]).map(({ body }) => body.rows);
  const stored = () => (recordedInputs(api, IMPORT) as unknown as Sent[]).map(({ body }) => body);
  return { shell, onClose, checked, stored };
}

it('lists memories with secrets before the import by file position and never shows a secret', async () => {
  const { checked, stored } = await open(finding('mark'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '2 of 3 memories look like they contain secrets: GitHub token (2), password. This workspace stores them as they are, unless you choose otherwise.',
  );
  const named = within(screen.getByRole('list', { name: 'Memories with secrets' })).getAllByRole('listitem');
  expect(named.map(({ textContent }) => textContent)).toEqual([
    'Number 3: GitHub token in contentDeploy with [secret removed]',
    'Number 4: GitHub token in content, password in errorsLog in as ops, [secret removed]',
  ]);
  expect(screen.getByText('Contains a secret: GitHub token in content')).toBeInTheDocument();
  expect(document.body).not.toHaveTextContent('TOPSECRET');
  // Memories already in the workspace are not imported.
  expect(checked().map((rows) => rows.map(({ content }) => content))).toEqual([
    ['Harmless', 'Deploy with TOPSECRET', 'Log in as ops, TOPSECRET'],
  ]);
  expect(stored()).toEqual([]);
});

it.each([
  ['mark', null, 3, false],
  ['mark', 'Redact their secrets', 3, true],
  ['mark', 'Leave them out', 1, false],
  ['mask', null, 3, true],
  ['mask', 'Leave them out', 1, false],
  ['refuse', null, 1, false],
  ['refuse', 'Redact their secrets', 3, true],
] as const)(
  'in a workspace that %ss secrets, the choice %p imports %d memories',
  async (mode, choice, count, masks) => {
    const { onClose, stored } = await open(finding(mode));
    await screen.findByRole('radiogroup', { name: 'Memories with secrets' });
    if (choice) await act(async () => void fireEvent.click(within(radios()).getByText(choice)));
    expect(within(radios()).queryByText('Import them as they are') !== null).toBe(mode === 'mark');
    await click(`Import ${count} memory block${count === 1 ? '' : 's'}`);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(stored()).toMatchObject([{ mask_secrets: masks }]);
    expect(stored()[0]?.rows).toHaveLength(count);
  },
);

it('checks memories selected later as well, and none twice', async () => {
  const { checked } = await open(finding('mark'));
  await screen.findByRole('alert');
  await click('Everything, including memories already here');
  await waitFor(() => expect(checked().map((rows) => rows.length)).toEqual([3, 1]));
  await click('All new memories');
  await click('Everything, including memories already here');
  expect(checked()).toHaveLength(2);
});

it('checks in batches, and can be skipped and resumed', async () => {
  const waiting: (() => void)[] = [];
  const many = Array.from({ length: 1200 }, (_, n) => row({ content: `Fact ${n}` }));
  const { checked } = await open(
    (sent: Sent) => new Promise((done) => waiting.push(() => done(finding('mark')(sent)))),
    many,
  );
  const next = () => act(async () => waiting.shift()?.());
  expect(screen.getByRole('progressbar', { name: 'Checking for secrets' })).toBeInTheDocument();
  expect(screen.getByText('Import 1,200 memory blocks').closest('button')).toBeDisabled();
  await next();
  expect(screen.getByText('500 of 1,200')).toBeInTheDocument();
  await click('Skip the check');
  await next();
  expect(checked().map((rows) => rows.length)).toEqual([500, 500]);
  expect(
    screen.getByText('700 memories were not checked for secrets. You can import anyway.'),
  ).toBeInTheDocument();
  expect(screen.getByText('Import 1,200 memory blocks').closest('button')).toBeEnabled();
  await click('Check now');
  await next();
  await next();
  expect(screen.getByText('No secrets found.')).toBeInTheDocument();
  expect(checked().map((rows) => rows.length)).toEqual([500, 500, 500, 200]);
});

it.each([
  [500, 'Not now', 'Not now.', []],
  [401, 'Sign in again.', 'Sign in again.', ['error']],
])('shows why the check failed with %d and still allows the import', async (status, detail, said, toasts) => {
  let isDown = true;
  const { shell, onClose, stored } = await open((sent: Sent) => {
    if (isDown) throw new ApiError(status, detail, '', null);
    return finding('mark')(sent);
  });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    `3 memories were not checked for secrets: ${said} You can import anyway.`,
  );
  expect(shell.shown.map(([type]) => type)).toEqual(toasts);
  isDown = false;
  await click('Try Again');
  expect(await screen.findByText(/2 of 3 memories/)).toBeInTheDocument();
  await click('Import 3 memory blocks');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(stored()).toMatchObject([{ mask_secrets: false }]);
});
