/** Organizations: shared workspaces with members. */
import { z } from 'zod';
import { MAX_ORGANIZATION_NAME } from '../rules/limits';
import { isVisible } from '../rules/visibleText';
import { endpoint } from './endpoint';
import { HIDDEN_IN_NAME, IdParams, Uuid, isPlain } from './common';

export const Organization = z.object({
  id: Uuid,
  name: z.string(),
  slug: z.string().nullable(),
  is_active: z.boolean(),
});

/** Includes the creator, for people who manage the organization. */
export const ManagedOrganization = Organization.extend({ created_by: Uuid.nullable() });

/** A blank name counts as absent. */
const Name = z
  .string()
  .trim()
  .max(MAX_ORGANIZATION_NAME)
  .refine((name) => name === '' || isVisible(name), 'Enter a name.')
  .refine(isPlain, HIDDEN_IN_NAME);
const Slug = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim() || null : value),
  z
    .string()
    .max(255)
    .regex(/^[a-z0-9][a-z0-9_-]*$/i, 'Use letters, digits, - and _ only.')
    .nullish(),
);

export const organizationEndpoints = {
  'POST /organizations/': endpoint({
    summary: 'Create an organization; the caller becomes its owner.',
    body: z.object({ name: Name.optional(), slug: Slug }),
    status: 201,
    response: Organization,
  }),
  'GET /organizations/': endpoint({
    summary: 'The caller’s organizations, by name.',
    response: z.array(Organization),
  }),
  'GET /organizations/manageable': endpoint({
    summary: 'Organizations that the caller owns or administers; all of them for superadmins.',
    response: z.array(ManagedOrganization),
  }),
  'GET /organizations/admin': endpoint({
    summary: 'All organizations, for superadmins.',
    response: z.array(ManagedOrganization),
  }),
  'GET /organizations/{id}': endpoint({
    summary: 'One organization, for its members and superadmins.',
    params: IdParams,
    response: Organization,
  }),
  'PUT /organizations/{id}': endpoint({
    summary: 'Update the fields that are sent; an empty slug removes it.',
    params: IdParams,
    body: z.object({ name: Name.optional(), slug: Slug, is_active: z.boolean().optional() }),
    response: Organization,
  }),
  'DELETE /organizations/{id}': endpoint({
    summary: 'Delete an organization that has no agents, memories or keywords.',
    params: IdParams,
    status: 204,
  }),
};

export type Organization = z.infer<typeof Organization>;
export type ManagedOrganization = z.infer<typeof ManagedOrganization>;
