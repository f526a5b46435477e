import { SESSION_SECONDS } from '@hindsight/shared-contracts/api';
import { createCsrfToken, newSession, openSession, seal, sealSession } from './session';

const SECRET = 'a secret of the machine';
const NOW = 1_700_000_000;

describe('session cookie', () => {
  const session = newSession('ada@hindsight.example', NOW);
  const sealed = sealSession(session, SECRET);

  it('gives back what was sealed', () => {
    expect(openSession(sealed, SECRET, NOW)).toEqual(session);
  });

  it('lasts twelve hours and not a second longer', () => {
    expect(SESSION_SECONDS).toBe(43_200);
    expect(openSession(sealed, SECRET, NOW + 43_199)).toEqual(session);
    expect(openSession(sealed, SECRET, NOW + 43_200)).toBeNull();
  });

  it('refuses a changed payload, a changed signature, another secret, extra parts and nonsense', () => {
    const [payload, signature] = sealed.split('.') as [string, string];
    const forged = Buffer.from(JSON.stringify({ ...session, email: 'root@hindsight.example' })).toString(
      'base64url',
    );
    expect(openSession(`${forged}.${signature}`, SECRET, NOW)).toBeNull();
    expect(openSession(`${payload}.${signature.slice(0, -2)}AA`, SECRET, NOW)).toBeNull();
    expect(openSession(sealed, 'another secret', NOW)).toBeNull();
    expect(openSession(`${sealed}.x`, SECRET, NOW)).toBeNull();
    expect(openSession(seal('another purpose', session, SECRET), SECRET, NOW)).toBeNull();
    for (const value of [undefined, '', '.', payload, `${payload}.`, `.${signature}`]) {
      expect(openSession(value, SECRET, NOW)).toBeNull();
    }
  });

  it('is not a CSRF token and no other session fits its token', () => {
    const token = createCsrfToken(session, SECRET);
    expect(token).not.toContain(sealed.split('.')[1]);
    expect(createCsrfToken(newSession('ada@hindsight.example', NOW), SECRET)).not.toBe(token);
  });
});
