/** Account pages and dialogs for the shell, each in a separate chunk. */
import { Navigate, useLocation } from '@hindsight/shared-contracts/router';
import { lazyPage } from '@hindsight/shared-contracts/shell';
import { GET_STARTED } from '../get-started/GetStartedButton';
import type { HostPage, HostParts } from '../shell/hostParts';
import { PARTS_PARAM } from '../status/address';

const PROFILE: Omit<HostPage, 'path'> = {
  title: 'Profile',
  description: 'Your account, name and permissions',
  access: 'signed-in',
  Component: lazyPage(() => import('./profile/ProfilePage').then((module) => module.ProfilePage)),
};
const TOKENS: Omit<HostPage, 'path'> = {
  title: 'API Tokens',
  description: 'Let your agents read and write memories on your behalf',
  access: 'member',
  capabilities: ['tokens.activity', 'tokens.update'],
  Component: lazyPage(() => import('./tokens/TokensPage').then((module) => module.TokensPage)),
};

/** Redirect from a former address that keeps query and hash. */
const redirectPage = (path: string, to: string): HostPage => ({
  path,
  title: 'Settings',
  description: '',
  access: 'anyone',
  Component: () => {
    const { search, hash } = useLocation();
    return <Navigate to={to + search + hash} replace />;
  },
});

export const HOST_PARTS: HostParts = {
  pages: [
    { path: '/profile', ...PROFILE },
    { path: '/settings/profile', ...PROFILE },
    { path: '/tokens', ...TOKENS },
    { path: '/settings/tokens', ...TOKENS },
    redirectPage('/settings', '/settings/profile'),
    redirectPage('/settings/workspace', '/settings/workspace/members'),
    redirectPage('/secrets', '/settings/secrets'),
    {
      path: '/connect',
      title: 'Connect a program',
      description: 'Choose what a program on one of your machines may do on your behalf',
      access: 'member',
      capabilities: ['tokens.device-grant'],
      Component: lazyPage(() => import('./connect/ConnectPage').then((module) => module.ConnectPage)),
    },
    {
      path: '/support',
      title: 'Support',
      description: 'Support the project or get help',
      access: 'guest',
      Component: lazyPage(() => import('./support/SupportPage').then((module) => module.SupportPage)),
    },
  ],
  overlays: [
    {
      key: 'get-started',
      access: 'guest',
      opens: [GET_STARTED],
      Component: lazyPage(() =>
        import('../get-started/GetStartedDialog').then((module) => module.GetStartedDialog),
      ),
    },
    {
      key: 'account.about',
      // Users without access need help most.
      access: 'anyone',
      opens: ['about'],
      Component: lazyPage(() => import('./about/AboutDialog').then((module) => module.AboutDialog)),
    },
    {
      key: 'parts-status',
      // Like About: users in trouble need the reason most.
      access: 'anyone',
      opens: [PARTS_PARAM],
      Component: lazyPage(() => import('../status/StatusDialog').then((module) => module.StatusDialog)),
    },
  ],
};
