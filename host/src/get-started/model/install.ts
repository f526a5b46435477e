/** How the command that every client starts gets onto a machine. */
import type { Snippet } from '@hindsight/shared-contracts/clients';

/** How the command is installed from the service itself. */
export function installOf(
  serviceUrl: string,
  { name, integrity }: { name: string; integrity: string },
): Snippet {
  return {
    label: 'Terminal',
    language: 'shell',
    text: `npm install --global ${serviceUrl}/downloads/${name}.tgz`,
    note: `Without a network, install the downloaded file. Its integrity is ${integrity}`,
  };
}
