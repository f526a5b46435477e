/** @jest-environment node */
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import { createWorkspaces } from './workspaces';

const ALPHA = '0a1b2c3d-0000-4000-8000-00000000000a';
const BETA = '0a1b2c3d-0000-4000-8000-00000000000b';
const UNKNOWN = '0a1b2c3d-0000-4000-8000-00000000000c';
const memberships = [
  { organization_id: ALPHA, organization_name: 'Alpha' },
  { organization_id: BETA, organization_name: 'Twin' },
  { organization_id: UNKNOWN.replace(/c$/, 'd'), organization_name: 'twin' },
];

const workspacesFor = (person: object) =>
  createWorkspaces({
    call: async () => ({ memberships, is_superadmin: false, ...person }),
  } as unknown as ApiClient);

it.each(['alpha', ALPHA, ` ${ALPHA.toUpperCase()} `])('finds an organization by %s', async (name) => {
  expect(await workspacesFor({}).resolve(name)).toEqual({ scope: 'organization', organizationId: ALPHA });
});

it('refuses an id as it refuses a name that is none of the workspaces', async () => {
  const choice = 'Yours are: personal, Alpha, Twin, twin, public.';
  for (const name of ['Gamma', UNKNOWN])
    await expect(workspacesFor({}).resolve(name)).rejects.toThrow(
      `There is no workspace "${name}". ${choice}`,
    );
  await expect(workspacesFor({}).resolve('twin')).rejects.toThrow('Several organizations are named "twin"');
  expect(await workspacesFor({ is_superadmin: true }).resolve(UNKNOWN)).toMatchObject({
    organizationId: UNKNOWN,
  });
});

it('offers a confined token its own workspace alone', async () => {
  const confined = workspacesFor({ pat: { organization_id: ALPHA } });
  expect(await confined.names()).toEqual(['Alpha']);
  expect(await confined.resolve('Alpha')).toMatchObject({ organizationId: ALPHA });
  for (const name of ['personal', 'Twin', 'Gamma', UNKNOWN])
    await expect(confined.resolve(name)).rejects.toThrow(
      'This token works only in the workspace "Alpha". Leave out the workspace',
    );
});
