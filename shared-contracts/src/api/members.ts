/** Members of an organization. */
import { z } from 'zod';
import { MAX_EMAIL } from '../rules/limits';
import { endpoint } from './endpoint';
import { IdParams, Uuid } from './common';
import { Role } from './session';

export const Member = z.object({
  user_id: Uuid,
  email: z.string(),
  display_name: z.string().nullable(),
  role: Role,
  can_read: z.boolean(),
  can_write: z.boolean(),
});

const MemberParams = IdParams.extend({ user_id: Uuid });
const RoleName = z.string().max(50);
const Flags = { can_read: z.boolean().nullish(), can_write: z.boolean().nullish() };

export const memberEndpoints = {
  'GET /organizations/{id}/members': endpoint({
    summary: 'Members by email, for members and superadmins.',
    params: IdParams,
    response: z.array(Member),
  }),
  'POST /organizations/{id}/members': endpoint({
    summary:
      'Invite a person, who becomes a member by accepting. Until then, `user_id` is the ID of the invitation, for any email.',
    params: IdParams,
    body: z.object({
      email: z.string().max(MAX_EMAIL).nullish(),
      role: RoleName.default('viewer'),
      ...Flags,
    }),
    status: 201,
    response: Member.extend({
      status: z.literal('added'),
      invitation_id: Uuid,
    }),
  }),
  'PUT /organizations/{id}/members/{user_id}': endpoint({
    summary: 'Change role or flags; a new role resets omitted flags to its defaults.',
    params: MemberParams,
    body: z.object({ role: RoleName.nullish(), ...Flags }),
    response: Member,
  }),
  'DELETE /organizations/{id}/members/{user_id}': endpoint({
    summary: 'Remove a member.',
    params: MemberParams,
    status: 204,
  }),
  'POST /organizations/{id}/leave': endpoint({
    summary: 'Leave the organization. The last owner cannot leave.',
    params: IdParams,
    status: 204,
  }),
};

export type Member = z.infer<typeof Member>;
