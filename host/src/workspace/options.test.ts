import { PERSONAL_SCOPE, PUBLIC_SCOPE } from '@hindsight/shared-contracts/events';
import { currentOption, SEARCH_BEYOND, workspaceOptions } from './options';

const organizations = [
  { id: 'a1', name: 'Larkspur Labs', slug: 'larkspur', is_active: true },
  { id: 'b2', name: 'Quillmark Archive', slug: null, is_active: false },
  { id: 'c3', name: 'Tidewater', slug: 'tide', is_active: false },
  { id: 'd4', name: 'Würth Käse', slug: null, is_active: true },
];

it('lists Personal, the organizations and Public with the words of the spec', () => {
  expect(workspaceOptions(organizations).map(({ name, detail }) => [name, detail])).toEqual([
    ['Personal', 'Your personal workspace'],
    ['Larkspur Labs', '@larkspur'],
    ['Quillmark Archive', '(Inactive)'],
    ['Tidewater', '@tide (Inactive)'],
    ['Würth Käse', ''],
    ['Public', 'Everyone can see (read-only)'],
  ]);
});

it.each([
  ['LARK', 'Larkspur Labs'],
  ['tide', 'Tidewater'],
  ['b2', 'Quillmark Archive'],
  ['wurth KASE', 'Würth Käse'],
])('finds an organization by name, slug or id: %s', (search, name) => {
  expect(workspaceOptions(organizations, search).map((option) => option.name)).toEqual([
    'Personal',
    name,
    'Public',
  ]);
});

it('brings the search box beyond eight organizations', () => {
  expect(SEARCH_BEYOND).toBe(8);
});

it('names the active workspace, also one that is not listed', () => {
  expect(currentOption(organizations, PERSONAL_SCOPE).name).toBe('Personal');
  expect(currentOption(organizations, PUBLIC_SCOPE).name).toBe('Public');
  expect(currentOption(organizations, { scope: 'organization', organizationId: 'c3' }).name).toBe(
    'Tidewater',
  );
  expect(currentOption([], { scope: 'organization', organizationId: 'zz' }).name).toBe('Organization');
});
