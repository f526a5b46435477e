/** The account pages and dialogs, as the shell opens them. Each is a chunk of its own. */
import type { HostParts } from '../shell/hostParts';
import { NotFound } from '../shell/NotFound';

export const HOST_PARTS: HostParts = {
  pages: [
    {
      path: '/profile',
      title: 'Profile',
      description: 'Your account, your name and what you may do here',
      access: 'signed-in',
      Component: NotFound,
    },
    {
      path: '/tokens',
      title: 'API Tokens',
      description: 'Let your agents read and write memories in your name',
      access: 'member',
      Component: NotFound,
    },
    {
      path: '/support',
      title: 'Support',
      description: 'Keep Hindsight going, or ask for help',
      access: 'guest',
      Component: NotFound,
    },
  ],
  overlays: [],
};
