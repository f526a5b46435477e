/** The headers that nginx hands on to the service, generated from the table of the wire. */
import { BROWSER_HEADERS, CALL_HEADERS, CREDENTIAL_HEADERS } from '@hindsight/shared-contracts/api';

const variable = (kind: 'http' | 'sent', name: string) =>
  `$${kind}_${name.toLowerCase().replaceAll('-', '_')}`;

/** `request-headers.conf`. What a credential is sent as is decided in callers.conf: guests have none. */
export const requestHeadersTemplate = () =>
  [
    ...[...CALL_HEADERS, ...BROWSER_HEADERS].map((name) => [name, variable('http', name)]),
    ...CREDENTIAL_HEADERS.map((name) => [name, variable('sent', name)]),
  ]
    .map(([name, value]) => `proxy_set_header ${name} ${value};\n`)
    .join('');
