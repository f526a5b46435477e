/** Notifications of users, and their preferences. */
export { notify } from './notify';
export { loadChannels, forgetInvitation, insertNotification } from './queries/notificationWrites';
export { notificationRoutes } from './routes/notifications';
