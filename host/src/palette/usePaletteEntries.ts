/** All palette entries: pages, workspaces and actions. */
import { useLocation, useNavigate } from '@hindsight/shared-contracts/router';
import { useOfferedCommands, useShell } from '@hindsight/shared-contracts/shell';
import { COMMON_VIEWS, mayManage, signInUrl } from '@hindsight/shared-contracts/rules';
import { isIconName, useThemeMode, type IconName, type ThemeMode } from '@hindsight/shared-ui/core';
import { useRegistry } from '../federation/federation';
import { gate } from '../session/gate';
import { useHost } from '../shell/hostContext';
import { listPages } from '../shell/navigation';
import { listOverlays, withOverlay } from '../shell/overlayAddress';
import { useSignOut } from '../shell/useSignOut';
import { PARTS_PARAM } from '../status/address';
import { workspaceOptions } from '../workspace/options';
import { noteRecent, recentFirst, recentKeys } from './recent';
import { useState } from 'react';

type PaletteGroup = 'Selection' | 'Recent' | 'Go to' | 'Workspaces' | 'Actions';

export interface PaletteEntry {
  key: string;
  group: PaletteGroup;
  label: string;
  detail?: string;
  keywords?: string;
  icon: IconName;
  run(): void;
}

const NOWHERE = { pathname: '', search: '', hash: '' };
const GROUP_ICONS = { user: 'user', organization: 'organization', globe: 'globe' } as const;
const THEMES: { mode: ThemeMode; icon: IconName; label: string }[] = [
  { mode: 'light', icon: 'sun', label: 'Light theme' },
  { mode: 'dark', icon: 'moon', label: 'Dark theme' },
  { mode: 'system', icon: 'monitor', label: 'System theme' },
];

/** Pages with a sidebar entry in its order, then other pages that need no id in their path. */
function usePages(): PaletteEntry[] {
  const { session, flags } = useShell();
  const { parts } = useHost();
  const { registry } = useRegistry();
  const navigate = useNavigate();
  return listPages(registry, parts.pages)
    .map(({ route }) => route)
    .filter(({ path, access, flag }) => {
      const place = { pathname: path, search: '', hash: '' };
      return !path.includes(':') && gate(session, access, place).kind === 'show' && (!flag || flags[flag]);
    })
    .filter(
      ({ path, navigation }) => navigation || !path.startsWith('/beta-access/') || path.endsWith('/admin'),
    )
    .sort((a, b) => (a.navigation?.order ?? 1000) - (b.navigation?.order ?? 1000))
    .map(({ path, title, description, navigation }) => ({
      key: path,
      group: 'Go to',
      label: navigation?.label ?? title,
      detail: description,
      keywords: path,
      icon: navigation && isIconName(navigation.icon) ? navigation.icon : 'chevron-right',
      run: () => void navigate(path),
    }));
}

/** Most requested views, if their page exists. */
function useCommonViews(pages: readonly PaletteEntry[]): PaletteEntry[] {
  const { session } = useShell();
  const navigate = useNavigate();
  return COMMON_VIEWS.filter(
    ({ page, isForPeople }) =>
      (!isForPeople || session.user !== null) && pages.some(({ key }) => key === page),
  ).map(({ name, page, parameters, words }) => {
    const path = `${page}?${new URLSearchParams(parameters).toString()}`;
    return {
      key: path,
      group: 'Go to',
      label: name,
      icon: 'filter',
      keywords: words,
      run: () => void navigate(path),
    };
  });
}

function useWorkspaces(): PaletteEntry[] {
  const { session, organizations, chooseWorkspace } = useShell();
  if (session.status !== 'signed-in') return [];
  return workspaceOptions(organizations).map(({ key, name, detail, scope, organization }) => ({
    key: `workspace ${key}`,
    group: 'Workspaces',
    label: `Switch to ${name}`,
    detail,
    keywords: `workspace ${organization?.slug ?? ''} ${key}`,
    icon: organization
      ? GROUP_ICONS.organization
      : scope.scope === 'public'
        ? GROUP_ICONS.globe
        : GROUP_ICONS.user,
    run: () => void chooseWorkspace(scope),
  }));
}

/** Actions at a hash of a remote's page, for users who may open it. */
function usePageCommands(): PaletteEntry[] {
  const { session } = useShell();
  const { registry } = useRegistry();
  const navigate = useNavigate();
  return listPages(registry, []).flatMap(({ route: { path, access, command } }) => {
    const mayOpen = gate(session, command?.access ?? access, { ...NOWHERE, pathname: path }).kind === 'show';
    if (!command || !mayOpen) return [];
    return {
      key: `command ${path}${command.hash}`,
      group: 'Actions',
      label: command.label,
      icon: isIconName(command.icon) ? command.icon : 'chevron-right',
      keywords: command.keywords ?? '',
      run: () => void navigate(path + command.hash),
    };
  });
}

/** Dialogs of remotes, for users who may open them while the remote is available. */
function useCommands(): PaletteEntry[] {
  const { session, slotProblem } = useShell();
  const { pathname, search, hash } = useLocation();
  const { registry } = useRegistry();
  const navigate = useNavigate();
  return listOverlays(registry, []).flatMap(({ part, access, opens, command }) => {
    const [param] = opens;
    const mayOpen = gate(session, command?.access ?? access, NOWHERE).kind === 'show';
    if (!command || !param || !mayOpen || ('slot' in part && slotProblem(part.slot))) return [];
    return {
      key: `command ${param}`,
      group: 'Actions',
      label: command.label,
      icon: isIconName(command.icon) ? command.icon : 'chevron-right',
      keywords: command.keywords ?? '',
      run: () => void navigate({ pathname, search: withOverlay(search, param), hash }),
    };
  });
}

/** Actions of the current page on its selection. */
function useSelection(): PaletteEntry[] {
  return useOfferedCommands().map(({ label, detail, icon, run }) => ({
    key: `selection ${label}`,
    group: 'Selection',
    label,
    detail,
    icon: isIconName(icon) ? icon : 'chevron-right',
    keywords: 'selected',
    run,
  }));
}

const ORGANIZATIONS = 'organizations';

/** Invitation to the active organization, for its managers. */
function useInvitation(): PaletteEntry[] {
  const { session, scope, organizations, slotProblem } = useShell();
  const { pathname, search, hash } = useLocation();
  const { registry } = useRegistry();
  const navigate = useNavigate();
  const { user } = session;
  const organization = organizations.find(({ id }) => id === scope.organizationId);
  const role = user?.memberships.find(({ organization_id: id }) => id === organization?.id)?.role;
  const isOffered = listOverlays(registry, []).some(
    ({ part, opens }) => opens.includes(ORGANIZATIONS) && 'slot' in part && !slotProblem(part.slot),
  );
  const mayInvite = user !== null && mayManage({ isSuperadmin: user.is_superadmin, role });
  if (!organization?.is_active || !mayInvite || !isOffered) return [];
  const opened = withOverlay(search, ORGANIZATIONS, organization.id);
  return [
    {
      key: 'invite',
      group: 'Actions',
      label: 'Invite a person',
      detail: organization.name,
      icon: 'user',
      keywords: 'add member invitation',
      run: () => void navigate({ pathname, search: withOverlay(opened, 'organizations_invite'), hash }),
    },
  ];
}

function useActions(): PaletteEntry[] {
  const { session } = useShell();
  const { leave, tools, session: store } = useHost();
  const { pathname, search, hash } = useLocation();
  const { setMode } = useThemeMode();
  const navigate = useNavigate();
  const action = (label: string, icon: IconName, run: () => void, keywords = ''): PaletteEntry => ({
    key: label,
    group: 'Actions',
    label,
    icon,
    keywords,
    run,
  });
  const open = (name: string) => () => void navigate({ pathname, search: withOverlay(search, name), hash });
  const signOut = useSignOut();
  const { user } = session;
  const mayCreateTokens = gate(session, 'member', { ...NOWHERE, pathname: '/tokens' }).kind === 'show';
  return [
    ...(mayCreateTokens
      ? [action('Create API token', 'plus', () => void navigate('/tokens#create'), 'new add secret key')]
      : []),
    ...THEMES.map(({ mode, icon, label }) => action(label, icon, () => setMode(mode), 'appearance theme')),
    action('Keyboard shortcuts', 'help', () => tools.set('shortcuts'), 'keys help'),
    action('About Hindsight', 'info', open('about'), 'version build support'),
    action('Status of the parts', 'settings', open(PARTS_PARAM), 'remotes versions registry override canary'),
    user
      ? action('Sign out', 'sign-out', () => void signOut(user), 'log out')
      : action('Sign in', 'user', () => leave(signInUrl({ pathname, search, hash })), 'log in'),
    ...(session.status === 'guest' ? [action('Leave guest mode', 'sign-out', store.leaveGuestMode)] : []),
  ];
}

/** Actions on the selection come first, then recent choices. */
export function usePaletteEntries(): PaletteEntry[] {
  const person = useShell().session.user?.user_id;
  // Snapshot from the time of opening, so that no line moves while the user selects one.
  const [recent] = useState(() => recentKeys(person));
  const selection = useSelection();
  const pages = usePages();
  const lasting = [
    ...pages,
    ...useCommonViews(pages),
    ...useWorkspaces(),
    ...useCommands(),
    ...usePageCommands(),
    ...useInvitation(),
    ...useActions(),
  ].map(({ run, ...entry }) => ({
    ...entry,
    run() {
      noteRecent(person, entry.key);
      run();
    },
  }));
  const ordered = recentFirst(lasting, recent);
  return [...selection, ...ordered.map((entry) => (recent.includes(entry.key) ? toRecent(entry) : entry))];
}

const toRecent = (entry: PaletteEntry): PaletteEntry => ({ ...entry, group: 'Recent' });
