/** Requests about device grants, for the permission table. */
import { newUserCode } from '../features/tokens/rules/deviceGrants';
import { hashSecret } from '../platform/auth/rules/tokens';
import type { Database } from '../platform/database/database';
import { insertGrant } from '../features/tokens/queries/deviceGrants';
import { getOrCreateState } from '../platform/database/serviceState';
import { ids } from './testApp';

/** Inserts a pending device request. @returns the path parameters of calls about it. */
async function deviceRequest(database: Database): Promise<{ params: { user_code: string } }> {
  const code = newUserCode();
  const hash = hashSecret(await getOrCreateState(database, 'token_pepper', newUserCode), code);
  const grant = { clientName: 'c', machineName: 'm', address: '::1' };
  await database.write({ kind: 'system' }, (handle) =>
    insertGrant(handle, { ...grant, deviceCodeHash: hash, userCodeHash: hash }),
  );
  return { params: { user_code: code } };
}

/** One request per endpoint, about an agent of Alpha. */
export const deviceRequests = (database: Database) => ({
  'POST /device/authorize': () => ({ body: { client_name: 'c', machine_name: 'm' } }),
  'POST /device/token': () => ({ body: { device_code: 'unknown' } }),
  'GET /device/requests/{user_code}': () => deviceRequest(database),
  'POST /device/requests/{user_code}/approve': async () => ({
    ...(await deviceRequest(database)),
    body: { organization_id: ids.alphaOrg, agent_id: ids.agent(1), scopes: ['write'] },
  }),
  'POST /device/requests/{user_code}/deny': () => deviceRequest(database),
});
