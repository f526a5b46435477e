import { mergeHistory } from '../../model/betaHistory';
import { SETTABLE } from '../../model/betaStatus';
import { confirmationText, consoleTexts, STATUS_LABELS } from './texts';

it('matches the wording of the specification', () => {
  expect([consoleTexts.loadFailed, consoleTexts.notUpdated('Broken.')]).toEqual([
    'Unable to fetch beta access users.',
    'Unable to update beta access status. Broken.',
  ]);
  expect(consoleTexts.updated('not_requested', 1)).toBe('Updated beta access status to Not requested');
  expect(Object.keys(STATUS_LABELS)).toEqual(['not_requested', 'pending', 'accepted', 'denied', 'revoked']);
});

it('confirms before denying or revoking access, and before changing several users', () => {
  const asked = SETTABLE.map((status) => [status, confirmationText(status, 1, 'ada@x.org')?.title]);
  expect(asked).toEqual([
    ['accepted', undefined],
    ['denied', 'Deny access?'],
    ['revoked', 'Revoke access?'],
    ['not_requested', undefined],
  ]);
  expect(confirmationText('accepted', 3, '3 people')?.message).toContain('3 people');
  for (const status of ['denied', 'revoked'] as const)
    expect(confirmationText(status, 1, 'ada@x.org')?.message).toContain('notified by email');
});

it('lists the entries about a user once each, newest first', () => {
  const entry = (id: string, target_id: string, created_at: string) => ({
    id,
    action_type: 'beta_access_review',
    status: 'success' as const,
    target_type: null,
    target_id,
    organization_id: null,
    actor_user_id: 'a',
    reason: null,
    metadata: null,
    created_at,
    actor_name: null,
    target_name: null,
  });
  const request = [
    entry('1', 'r', '2026-01-01'),
    entry('2', 'r', '2026-01-02'),
    entry('4', 'x', '2026-01-04'),
  ];
  const person = [entry('3', 'u', '2026-01-03')];
  expect(mergeHistory([person, request, request], ['u', 'r']).map(({ id }) => id)).toEqual(['3', '2', '1']);
});
