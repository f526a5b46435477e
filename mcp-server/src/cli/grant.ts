/** Gets a token: the person approves it in the browser while this command polls (docs/adr/0201-device-grant.md). */
import { type ApiClient, ApiError, isServiceAway } from '@hindsight/shared-contracts/api/client';
import type { CallAnswer } from '@hindsight/shared-contracts/api/client';
import { CliProblem, type CliDeps } from './deps';

export type Granted = CallAnswer<'POST /device/token'>;

const ENDED: Readonly<Record<string, string>> = {
  access_denied: 'The request was declined in the browser. Nothing was changed.',
  expired_token: 'The code expired before it was confirmed. Run the command again.',
  invalid_grant: 'The code was already used. Run the command again.',
};

/** @throws CliProblem when the person declines or the code expires. */
export async function requestToken(
  api: ApiClient,
  clientName: string,
  { machineName, print, openBrowser, sleep }: CliDeps,
  opensBrowser: boolean,
): Promise<Granted> {
  const asked = await api
    .call('POST /device/authorize', { body: { client_name: clientName, machine_name: machineName } })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || ![404, 405, 501].includes(error.status)) throw error;
      throw new CliProblem(
        'This service can’t connect programs with a code. Create a token under API Tokens and follow the guide.',
      );
    });
  print(`Open ${asked.verification_uri_complete}`);
  print(`and compare the code: ${asked.user_code}`);
  if (opensBrowser) openBrowser(asked.verification_uri_complete);
  print('Waiting for your approval in the browser …');

  let interval = asked.interval;
  for (let left = asked.expires_in; left > 0; left -= interval) {
    await sleep(interval * 1000);
    try {
      return await api.call('POST /device/token', { body: { device_code: asked.device_code } });
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      const ended = code === null ? undefined : ENDED[code];
      if (ended) throw new CliProblem(ended);
      if (code === 'slow_down') interval += 5;
      // A brief outage may end before the code expires.
      else if (code !== 'authorization_pending' && !isServiceAway(error)) throw error;
    }
  }
  throw new CliProblem(ENDED['expired_token']!);
}
