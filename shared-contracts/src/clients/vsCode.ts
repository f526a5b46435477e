/** Where extensions of VS Code keep their files. */
import type { Machine, Path } from './client';

function userFolder({ platform, home, environment: { APPDATA, XDG_CONFIG_HOME } }: Machine): Path {
  if (platform === 'win32') return APPDATA ? [APPDATA] : [home, 'AppData', 'Roaming'];
  if (platform === 'darwin') return [home, 'Library', 'Application Support'];
  return XDG_CONFIG_HOME ? [XDG_CONFIG_HOME] : [home, '.config'];
}

/** @param id of the extension, `publisher.name`. */
export const extensionFolder = (machine: Machine, id: string): Path => [
  ...userFolder(machine),
  'Code',
  'User',
  'globalStorage',
  id,
];
