/** Narrow screens, equivalent to wide ones at 200 % zoom: nothing overflows or is clipped, however long the names are. */
import type { Locator, Page } from '@playwright/test';
import type { Agent } from '@hindsight/shared-contracts/api';
import { expectNoSidewaysScroll } from '../support/axe';
import { chooseWorkspace, memoryCards, switcher } from '../support/frame';
import { people, signIn } from '../support/people';
import { toScope, serviceFor } from '../support/service';
import type { Address } from '../support/ownStack';
import { expect, test } from '../support/test';

const WORKSPACE = 'Arbeitsgemeinschaft Donaudampfschifffahrtselektrizitätenhauptbetriebswerk';
const AGENT = 'ReviewAssistantForTheInternationalPaymentsPlatformTeamNumber';
const RIGHT_TO_LEFT = 'وكيل المراجعة الطويل الاسم لفريق منصة المدفوعات الدولية في الشرق الأوسط';
const KEYWORD = 'rechtsschutzversicherungsgesellschaften1';
const TEXTS = [
  `Die Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetzverordnung gilt. ${'abcdefghij'.repeat(9)}`,
  '国際決済基盤の障害時には、まずデータベースの接続数を確認し、それから再起動する。'.repeat(3),
];

/** Gives the owner's organization a long name, agents and memories. @returns the conversation of one of them. */
async function fill(stack: Address): Promise<string> {
  const owner = serviceFor(stack, people.owner.email);
  const scope = await toScope(owner, 'Larkspur Labs');
  await owner.send('PUT', `/organizations/${scope.split('=').at(-1)}`, { name: WORKSPACE });
  const conversation = crypto.randomUUID();
  for (const agent_name of [AGENT, RIGHT_TO_LEFT]) {
    const { agent_id } = await owner.send<Agent>('POST', `/agents/?${scope}`, { agent_name });
    for (const text of TEXTS) {
      const content = `${text} ${KEYWORD} ${agent_name}`;
      const block = { agent_id, conversation_id: conversation, content, lessons_learned: content };
      await owner.send('POST', `/memory-blocks/?${scope}`, block);
    }
  }
  return conversation;
}

/** Fails when a vertical scroller can be scrolled sideways or extends beyond the screen. */
async function expectWithinScreen(dialog: Locator, what: string): Promise<void> {
  const wider = () =>
    dialog.evaluate((element) =>
      [element, ...element.querySelectorAll('*')]
        .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY))
        .filter((one) => one.scrollHeight > one.clientHeight || one.clientWidth > window.innerWidth / 2)
        .filter(
          (one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > window.innerWidth,
        )
        .map(
          (one) => `${one.tagName} ${one.clientWidth} < ${one.scrollWidth}: ${one.textContent.slice(0, 60)}`,
        ),
    );
  await expect.poll(wider, what).toEqual([]);
}

/** Pixels between the day labels below a chart, measured at their text. */
const gapsOfDays = (chart: Locator) =>
  chart.evaluate((element) => {
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const boxes: DOMRect[] = [];
    for (let word = words.nextNode(); word; word = words.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(word);
      const isDay = /^\d{1,2} \p{L}+$/u.test(word.textContent ?? '');
      if (isDay && word.parentElement?.checkVisibility({ visibilityProperty: true }))
        boxes.push(range.getBoundingClientRect());
    }
    return boxes.slice(1).map((box, index) => box.left - boxes[index]!.right);
  });

async function openPages(page: Page, conversation: string): Promise<void> {
  const pages = [
    ['/memory-blocks', memoryCards(page).first()],
    [`/memory-blocks?search=${KEYWORD}kjqpx`, page.getByRole('heading', { name: /^No memory blocks match/ })],
    [`/conversations/${conversation}`, page.getByRole('main').getByRole('link', { name: AGENT }).first()],
    [`/playground?search=${KEYWORD}&compare=yes`, page.getByRole('list', { name: 'Results of B' })],
    ['/keywords', page.getByText(/^Used in \d/).first()],
    ['/agents', page.getByRole('link', { name: AGENT })],
    ['/consolidation-suggestions', page.getByRole('searchbox', { name: 'Search suggestions' })],
    ['/review', page.getByRole('list', { name: 'Pending items' }).getByRole('listitem').first()],
  ] as const;
  for (const [path, ready] of pages) {
    await page.goto(path);
    await expect(ready).toBeVisible();
    await expectNoSidewaysScroll(page, path);
    const main = page.getByRole('main');
    await expect
      .poll(() => main.evaluate((element) => element.scrollWidth - element.clientWidth), path)
      .toBe(0);
  }
}

// One after another, so the workspace is filled once.
test.describe.configure({ mode: 'default' });

let conversation: string;

test.beforeAll(async ({ stack }) => {
  conversation = await fill(stack);
});

test.afterAll(async ({ stack }) => {
  const owner = serviceFor(stack, people.owner.email);
  const scope = await toScope(owner, WORKSPACE);
  await owner.send('PUT', `/organizations/${scope.split('=').at(-1)}`, { name: 'Larkspur Labs' });
});

for (const width of [320, 390]) {
  test(`keeps long names within pages and dialogs, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    await signIn(page, people.owner, '/memory-blocks');
    await chooseWorkspace(page, WORKSPACE);
    // The icon shows the kind of workspace; the name needs space for more than its first letter.
    const name = switcher(page).getByText(WORKSPACE);
    await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(60);
    await openPages(page, conversation);

    await page.goto('/analytics');
    const chart = page.getByRole('region', { name: 'Created per day' }).getByRole('img');
    await expect(chart).toBeVisible();
    await expect(async () => {
      const gaps = await gapsOfDays(chart);
      expect(gaps.length).toBeGreaterThan(1);
      expect(Math.min(...gaps)).toBeGreaterThan(2);
    }).toPass({ timeout: 20_000 });

    await page.goto('/memory-blocks');
    const agent = memoryCards(page).getByRole('link', { name: AGENT }).first();
    await expect(agent).toHaveCSS('text-overflow', 'ellipsis');
    await agent.scrollIntoViewIfNeeded();
    await expect(agent).toBeInViewport({ ratio: 1 });
    await expect.poll(async () => (await agent.boundingBox())?.height).toBeGreaterThanOrEqual(24);

    await page.goto(`/memory-blocks?search=${KEYWORD}`);
    await page.getByRole('button', { name: 'Save view' }).click();
    const save = page.getByRole('dialog', { name: 'Save view' });
    await expect(save.getByText(WORKSPACE)).toBeVisible();
    await expectWithinScreen(save, 'save view');

    await page.goto(`/playground?search=${KEYWORD}`);
    await page.getByRole('button', { name: 'Pin this question' }).first().click();
    const pin = page.getByRole('dialog', { name: 'Pin this question' });
    await expect(pin.getByRole('checkbox').first()).toBeVisible();
    await expectWithinScreen(pin, 'pin a question');

    await page.goto('/memory-blocks');
    await memoryCards(page).getByRole('heading').first().getByRole('link').click();
    const block = page.getByRole('dialog');
    await expect(block.getByRole('tab', { name: 'History' })).toBeVisible();
    await expectWithinScreen(block, 'a memory');
  });
}
