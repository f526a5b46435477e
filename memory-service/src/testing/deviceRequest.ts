/** A program that asks for a token. */
import { newUserCode } from '../domain/deviceGrants';
import { hashSecret } from '../domain/tokens';
import type { Database } from '../storage/database';
import { insertGrant } from '../storage/deviceGrants';
import { stateOrElse } from '../storage/serviceState';

/** Writes a request that waits for a decision; the path parameters of the calls about it. */
export async function deviceRequest(database: Database): Promise<{ params: { user_code: string } }> {
  const code = newUserCode();
  const hash = hashSecret(await stateOrElse(database, 'token_pepper', newUserCode), code);
  const grant = { clientName: 'c', machineName: 'm', address: '::1' };
  await database.write({ kind: 'system' }, (handle) =>
    insertGrant(handle, { ...grant, deviceCodeHash: hash, userCodeHash: hash }),
  );
  return { params: { user_code: code } };
}
