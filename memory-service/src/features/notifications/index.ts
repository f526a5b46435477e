/** Notifications of users, and their preferences. */
export { notify } from './notify';
export {
  loadChannels as channelsOf,
  forgetInvitation,
  insertNotification,
} from './queries/notificationWrites';
export { notificationRoutes } from './routes/notifications';
