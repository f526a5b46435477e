/** Organizations, their members and invitations. */
export { notifyMovedOut } from './movedOut';
export { findOrganization, inventoryOf } from './queries/organizations';
export { invitationRoutes } from './routes/invitations';
export { memberRoutes } from './routes/members';
export { organizationRoutes, requireManagerReadOnly } from './routes/organizations';
