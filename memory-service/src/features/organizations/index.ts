/** Organizations, their members and invitations. */
export { notifyMovedOut } from './notifyMovedOut';
export { findOrganization, loadInventory } from './queries/organizations';
export { invitationRoutes } from './routes/invitations';
export { memberRoutes } from './routes/members';
export { organizationRoutes, requireManagerReadOnly } from './routes/organizations';
