/** Organizations: shared workspaces with members. */
import { z } from 'zod';
import { endpoint } from './endpoint';
import { Uuid } from './common';

export const Organization = z.object({
  id: Uuid,
  name: z.string(),
  slug: z.string().nullable(),
  is_active: z.boolean(),
});

export const organizationEndpoints = {
  'GET /organizations/': endpoint({
    summary: 'The organizations that the caller is a member of, by name.',
    response: z.array(Organization),
  }),
};

export type Organization = z.infer<typeof Organization>;
