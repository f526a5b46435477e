/** Memories that a new text repeats, contradicts or resembles. */
import type { Remembered } from '@hindsight/shared-contracts/api';
import { mayRead } from '../../platform/auth/rules/permissions';
import type { Ownership } from '../../platform/auth/rules/permissions';
import type { Principal } from '../../platform/auth/rules/principal';
import type { Database } from '../../platform/database/database';
import { hideSecrets } from '../../platform/secretScanning/replaceSecrets';
import { deriveTitle } from '../memory';
import { MAX_CONTRADICTIONS } from '../../platform/text/rules/contradictions';
import { LOOKED_UP } from './contradictionFinder';
import { findComparableBlocks } from './queries/contradictions';
import {
  contradictionsInThread,
  firstStatementsInThread,
  findSharingHalfInThread,
  similarTextsInThread,
} from './textWork';

type Similar = Remembered['similar'][number];

const SYSTEM = { kind: 'system' } as const;
/** Maximum number of reported memories: an agent reads them before it continues. */
const NAMED = 3;

/** Conflicting memories first. None if the caller may not read the workspace. */
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
    if (!place) return [];
    const statement = other.slice(place.from, place.from + place.length);
    return [{ id, other, statement, relation: 'contradicts' as const }];
  });
  const texts = others.map((other) => other.text);
  const groups = await similarTextsInThread([text, ...texts]);
  const same = new Set(
    groups.flatMap(([first, ...places]) => (first === 0 ? places.map((place) => place - 1) : [])),
  );
  const known = new Set(contradicting.map(({ id }) => id));
  const alike = [...new Set([...same, ...(await findSharingHalfInThread(text, texts))])].flatMap((place) => {
    const other = others[place];
    if (!other || known.has(other.id)) return [];
    const relation = same.has(place) ? ('same' as const) : ('similar' as const);
    return [{ id: other.id, other: other.text, statement: null, relation }];
  });
  // More conflicts form a series of cases, each true on its own.
  const told = [...(contradicting.length > MAX_CONTRADICTIONS ? [] : contradicting), ...alike].slice(
    0,
    NAMED,
  );
  return Promise.all(
    told.map(async ({ id, other, statement, relation }) => ({
      id,
      title: await deriveTitle(other),
      relation,
      statement: statement && (await hideSecrets(statement)),
    })),
  );
}
