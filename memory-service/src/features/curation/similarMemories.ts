/** Memories that say nearly the same as a text that is about to be stored, or contradict it. */
import type { Remembered } from '@hindsight/shared-contracts/api';
import { mayRead } from '../../platform/auth/rules/permissions';
import type { Ownership } from '../../platform/auth/rules/permissions';
import type { Principal } from '../../platform/auth/rules/principal';
import type { Database } from '../../platform/database/database';
import { hideSecrets } from '../../platform/secretScanning/replaceSecrets';
import { titleOf } from '../memory';
import { LOOKED_UP, MOST_OF_ONE } from './contradictionFinder';
import { findComparableBlocks } from './queries/contradictions';
import { contradictionsInThread, firstStatementsInThread, similarTextsInThread } from './textWork';

type Similar = Remembered['similar'][number];

const SYSTEM = { kind: 'system' } as const;
/** Memories that are named: an agent reads them before it goes on. */
const NAMED = 3;

/** Those that contradict the text come first. None where the caller may not read the workspace. */
export async function findSimilar(
  database: Database,
  principal: Principal,
  place: Ownership,
  text: string,
): Promise<Similar[]> {
  if (!mayRead(principal, place)) return [];
  const statements = await firstStatementsInThread(text, LOOKED_UP);
  const others = await database.read(SYSTEM, (handle) => findComparableBlocks(handle, place, statements));
  const found = await contradictionsInThread(
    text,
    others.map((other) => ({ text: other.text, isOlder: true })),
    false,
  );
  const contradicting = others.flatMap(({ id, text: other }, at) => {
    const place = found[at]?.older;
    return place ? [{ id, other, statement: other.slice(place.from, place.from + place.length) }] : [];
  });
  const groups = await similarTextsInThread([text, ...others.map((other) => other.text)]);
  const same = groups
    .filter(([first]) => first === 0)
    .flatMap(([, ...places]) => places.flatMap((at) => others[at - 1] ?? []))
    .map(({ id, text: other }) => ({ id, other, statement: null }));
  // More are a series of cases, each true of its own.
  const told = [...(contradicting.length > MOST_OF_ONE ? [] : contradicting), ...same].slice(0, NAMED);
  return Promise.all(
    told.map(async ({ id, other, statement }) => ({
      id,
      title: await titleOf(other),
      relation: statement === null ? ('same' as const) : ('contradicts' as const),
      statement: statement && (await hideSecrets(statement)),
    })),
  );
}
