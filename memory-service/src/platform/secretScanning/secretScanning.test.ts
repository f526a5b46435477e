/** @jest-environment node */
import { blockSource } from '../../demo/blocks';
import {
  DIGITS,
  HEX,
  SECRET_SAMPLES,
  UPPER,
  secretText,
  randomCharacters,
} from '../../testing/secretSamples';
import { findKnownSecrets } from './knownSecrets';
import { isRandomLetters } from './randomLetters';
import { maskSecrets } from './replaceSecrets';
import { scanText, withoutMasks } from './scanText';

describe('knownSecrets', () => {
  const known = (...texts: string[]) => texts.map((text) => ({ kind: 'password', text }));
  const found = (text: string, ...secrets: string[]) =>
    findKnownSecrets(text, known(...secrets)).map(({ start, end }) => text.slice(start, end));

  it('finds secrets with a common prefix anywhere', () => {
    expect(found('was Sesame-11, is Sesame-111 and Sesame-11', 'Sesame-11', 'Sesame-111')).toEqual([
      'Sesame-11',
      'Sesame-111',
      'Sesame-11',
    ]);
  });

  it('finds overlapping secrets, and the longest of those with the same end', () => {
    expect(found('key: ab-12-cd', 'ab-12', '12-cd')).toEqual(['ab-12', '12-cd']);
    expect(found('key: ab-12-cd', '12-cd', 'ab-12-cd', 'cd')).toEqual(['ab-12-cd']);
  });

  it('ignores words that contain a secret', () => {
    expect(found('opensesame sesames', 'sesame')).toEqual([]);
    expect(found('sesame! (sesame)', 'sesame')).toEqual(['sesame', 'sesame']);
    expect(found('xab-12', 'ab-12', '12')).toEqual(['12']);
  });

  it('finds the same as a separate search for each secret', () => {
    const letters = 'ab-';
    const texts = Array.from({ length: 3 ** 7 }, (_, n) =>
      [0, 1, 2, 3, 4, 5, 6].map((digit) => letters[Math.floor(n / 3 ** digit) % 3]).join(''),
    );
    const secrets = ['a', 'ab', 'ba-a', '-', 'b-b', 'aab-', '-a-'];
    const isWord = (sign: string | undefined) => sign !== undefined && sign !== '-';
    for (const text of texts) {
      const covered = new Set<number>();
      for (const secret of secrets)
        for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
          const end = at + secret.length;
          const isCut =
            (isWord(text[at - 1]) && isWord(text[at])) || (isWord(text[end - 1]) && isWord(text[end]));
          if (!isCut) for (let place = at; place < end; place += 1) covered.add(place);
        }
      const places = findKnownSecrets(text, known(...secrets)).flatMap(({ start, end }) =>
        Array.from({ length: end - start }, (_, n) => start + n),
      );
      expect([...new Set(places)].sort()).toEqual([...covered].sort());
    }
  });
});

describe('randomLetters', () => {
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

  test('recognizes most generated letters of any length', () => {
    for (const length of [10, 12, 16, 24]) {
      const known = Array.from({ length: 300 }, (_, n) => randomCharacters(`${n}`, length, LETTERS)).filter(
        isRandomLetters,
      );
      expect(known.length).toBeGreaterThan(225);
    }
  });

  test.each([
    'AbstractTokenProvider',
    'PgDataProxyOptions',
    'XMLHttpRequest',
    'getElementById',
    'isDiskFull',
    'myDbPwd',
    'JsonWebTokenError',
    'OAuthClientCredentials',
    'GrundschulLehrplan',
    'motDePasse',
    'password',
    'REQUIRED',
  ])('takes %s for a name', (name) => {
    expect(isRandomLetters(name)).toBe(false);
  });
});

describe('scanText', () => {
  test.each(Object.entries(SECRET_SAMPLES))('masks a %s within a sentence completely', async (_, sample) => {
    const text = await maskSecrets(`The job used ${sample.text} and passed.`);
    expect(text).not.toContain(secretText(sample));
    expect(text).toMatch(/^The job used .*\[secret removed: [\w ]+\][\s\S]* and passed\.$/);
    expect(await maskSecrets(text)).toBe(text);
  });

  const uuid = randomCharacters('uuid', 32, HEX).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

  test.each([
    `key-${randomCharacters('mailgun', 32, HEX)}`,
    `${randomCharacters('mailchimp', 32, HEX)}-us12`,
    `HRKU-${randomCharacters('heroku', 60)}`,
    `NRAK-${randomCharacters('relic', 27, UPPER)}`,
    `sl.${randomCharacters('dropbox', 130)}`,
    `pat${randomCharacters('air', 14)}.${randomCharacters('table', 64, HEX)}`,
    `FlyV1 fm2_${randomCharacters('fly', 80)}`,
    `sbp_${randomCharacters('supabase', 40, HEX)}`,
    `nfp_${randomCharacters('netlify', 36)}`,
    `pul-${randomCharacters('pulumi', 40, HEX)}`,
    `${randomCharacters('terra', 14)}.atlasv1.${randomCharacters('form', 67)}`,
    `rubygems_${randomCharacters('gems', 48, HEX)}`,
    `sq0csp-${randomCharacters('square', 43)}`,
    `access_token$production$${randomCharacters('brain', 16, HEX)}$${randomCharacters('tree', 32, HEX)}`,
    `access-production-${uuid}`,
    `abc8Q~${randomCharacters('azure', 34)}`,
    `dp.pt.${randomCharacters('doppler', 43)}`,
    `sk-or-v1-${randomCharacters('router', 64, HEX)}`,
    `sk-${randomCharacters('deep', 32, HEX)}`,
    `nvapi-${randomCharacters('nvidia', 64)}`,
    `re_${randomCharacters('re', 8)}_${randomCharacters('send', 24)}`,
    `pat-na1-${uuid}`,
    `tskey-auth-${randomCharacters('tail', 12)}-${randomCharacters('scale', 32)}`,
    `CCIPAT_${randomCharacters('circle', 22)}_${randomCharacters('ci', 40, HEX)}`,
    `1/${randomCharacters('asana', 16, DIGITS)}:${randomCharacters('asana', 32, HEX)}`,
    `1//0${randomCharacters('google', 60)}`,
    `$2y$10$${randomCharacters('bcrypt', 53)}`,
  ])('finds the token %s by its form', async (token) => {
    expect(await maskSecrets(`We used ${token} and it failed.`)).toMatch(
      /^We used \[secret removed: [\w. ]+\] and it failed\.$/,
    );
  });

  test.each([
    ['log in as admin with password hunter2x9', 'hunter2x9'],
    ['Das Passwort ist Sommer2024!', 'Sommer2024!'],
    ['DB_PASS=Sommer2024!', 'Sommer2024!'],
    ['pw: Sommer2024!', 'Sommer2024!'],
    ['<password>hunter2x9</password>', 'hunter2x9'],
    ["sshpass -p 'hunter2x9' ssh root@host", 'hunter2x9'],
    ['mysql -u root -phunter2x9 app', 'hunter2x9'],
    ['db.internal:5432:app:app_user:hunter2x9', 'hunter2x9'],
    ['machine api.example.com login bot password hunter2x9', 'hunter2x9'],
    ['{"auths":{"r.io":{"auth":"dXNlcjpodW50ZXIyeDk="}}}', 'dXNlcjpodW50ZXIyeDk='],
    ['Cookie: theme=dark; session=7eLAFuVWDT8Cq6GEO4UbQe8P8', '7eLAFuVWDT8Cq6GEO4UbQe8P8'],
    ['the Datadog API key cc906d7232994a1d1f241b6a000170f5 was rejected', 'cc906d7232994a1d1f241b6a000170f5'],
    [
      'Authorization: SSWS 00V9EqnHcQtPZ4PaP8ATjAE8xV355MPT21CvtUf3eJ',
      '00V9EqnHcQtPZ4PaP8ATjAE8xV355MPT21CvtUf3eJ',
    ],
    ['DB_PASSWORD=hunter2!', 'hunter2!'],
    ['The admin password is Tr0ub4dor&3, keep it.', 'Tr0ub4dor&3'],
    ['{"apiKey": "a1b2c3d4e5f6g7h8"}', 'a1b2c3d4e5f6g7h8'],
    ['{\\"apiKey\\": \\"a1b2c3d4e5f6g7h8\\"}', 'a1b2c3d4e5f6g7h8'],
    ['mysql --password=Sup3rSecret -h db', 'Sup3rSecret'],
    ['curl -u admin:Passw0rd https://x.test', 'Passw0rd'],
    ['postgres://u:p@ss/w0rd@db/x', 'w0rd@'],
    ['X-Api-Key: 0a1b2c3d4e5f6071', '0a1b2c3d4e5f6071'],
    ["password = 'correcthorse'", 'correcthorse'],
    ['DB_PASSWORD=EuZxDElYdAsSbXHz', 'EuZxDElYdAsSbXHz'],
    ['db:\n  password: KqWvTzPmLnRj\n  port: 5432', 'KqWvTzPmLnRj'],
    ['The password is KqWvTzPmLnRj.', 'KqWvTzPmLnRj'],
    ['SESSION_TOKEN=EuZxDElYdAsSbXHzQv', 'EuZxDElYdAsSbXHzQv'],
    ['// secretlint-disable\npassword: Sw0rdf1sh', 'Sw0rdf1sh'],
  ])('finds the value assigned in %s', async (text, secret) => {
    expect(await maskSecrets(text)).not.toContain(secret);
  });

  test.each([
    'the token expired yesterday',
    'hash the password sha256 first',
    'PASS src/token.test.ts',
    'all tests pass: 3m12.5s',
    'token 3 of 7',
    'answered in msg_01XFDUDYJgAACzvnptvVoYEL',
    'the API key rotation of 2024',
    'image python:3.11-slim on db:5432',
    'max_tokens: 128000',
    'tokenizer = cl100k_base',
    'password: required',
    'password: changeme',
    'PASSWORD_FIELD=userPassword',
    'password: userPassword, token: sessionToken',
    'passwordHash: string',
    'password: getDbPwForMe',
    'token: AbstractTokenProvider',
    'password: SecretStringParameterReference',
    'token: CancellationTokenSource',
    'apiKey: getByRoleOrThrow',
    'const token = process.env.GITHUB_TOKEN2',
    'accessToken: response.data.accessToken2',
    'password === confirmPassword1',
    'Secret: db-credentials-prod2',
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
    'aws s3 sync of commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
    'id 123e4567-e89b-12d3-a456-426614174000',
    `integrity: sha512-${'aB3/'.repeat(21)}aB==`,
    'image@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'password = "${DB_PASSWORD}"',
    'const password = getPassword(user1)',
    'http://localhost:3000/users/@me',
    'git@github.com:team/repo.git',
    'sk-learn-based-classifier-with-long-name',
    'token_url: https://login.example.com/v2/token1',
  ])('finds nothing in %s', async (text) => {
    expect(await scanText(text)).toEqual([]);
  });

  test('finds nothing in the demo workspace', async () => {
    const source = blockSource(1, new Date('2026-06-01T12:00:00Z'));
    const texts = Array.from({ length: 500 }, (_, index) => JSON.stringify(source.next(index).block));
    expect(await scanText(texts.join('\n'))).toEqual([]);
  });

  test('leaves no performance entries behind', async () => {
    const before = performance.getEntries().length;
    for (let n = 0; n < 20; n += 1) await scanText(`Text number ${n}`);
    expect(performance.getEntries()).toHaveLength(before);
  });

  test('removes masks from a text', () => {
    expect(withoutMasks('Use [secret removed: npm token] here')).toBe('Use   here');
  });

  test('scans JSON and considers the key of a value', async () => {
    const given = {
      id: 1,
      auth: { password: 'Sw0rdf1sh', name: 'app' },
      safe: { mot_de_passe: 'Sw0rdf1sh', パスワード: 'Sw0rdf1sh', PIN: '4711', pin: '4711' },
      list: ['DB_PASSWORD=Sw0rdf1sh'],
      none: null,
    };
    expect(await maskSecrets(given)).toEqual({
      ...given,
      auth: { password: '[secret removed: password]', name: 'app' },
      safe: {
        mot_de_passe: '[secret removed: password]',
        パスワード: '[secret removed: password]',
        PIN: '[secret removed: password]',
        pin: '4711',
      },
      list: ['DB_PASSWORD=[secret removed: password]'],
    });
  });
});

describe('sentences', () => {
  const VALUES = ['aB3$kL9!', 'himitsu9lqslca', 'KqWvTzPmLnRj'];

  test.each([
    'The password of the safe is …',
    'The password for the oven controller is …',
    'The admin password was changed to …',
    'The admin password has been set to ….',
    'The password of the oven is now: …',
    'The password for the oven reads …',
    'The password we use on staging is …',
    'The password (of the safe) will be …',
    "The safe's password is **…**.",
    'The password for admin@example.com is `…`',
    'Set the password of the safe to …',
    'Password for the safe: …',
    'Das Passwort für den Tresor lautet …',
    'Das Tresorpasswort wurde auf … geändert',
    'Das Kennwort des Servers ist jetzt …',
    'Le mot de passe du coffre est …',
    'Le mot de passe du coffre a été changé en …',
    'mot de passe : …',
    'La contraseña de la caja es …',
    'La contraseña fue cambiada a …',
    'La password della cassaforte è …',
    'A senha do cofre é …',
    'パスワード: …',
    'パスワード：…です',
    '金庫のパスワードは…です',
    'パスワードは「…」です。',
    '保险箱的密码是…，请保密',
    '비밀번호는 … 입니다',
    'كلمة المرور: …',
    'كلمة مرور الخزنة هي …',
    'Пароль от сейфа: …',
    'The passphrase for the key is …',
  ])('masks the value told by: %s', async (sentence) => {
    for (const value of VALUES)
      expect(await maskSecrets(sentence.replace('…', value))).toBe(
        sentence.replace('…', '[secret removed: password]'),
      );
  });

  test.each([
    ['Le code PIN du coffre est 4711', '4711'],
    ['PIN: 471199', '471199'],
    ['The passphrase of the safe is "correct horse battery staple"', 'correct horse battery staple'],
    ['The API key for staging is 0a1b2c3d4e5f60718293', '0a1b2c3d4e5f60718293'],
    ['The token of the bot was changed to a1B2c3D4e5F6g7H8', 'a1B2c3D4e5F6g7H8'],
    ['The password changed from Kx4!horse to somewhere', 'Kx4!horse'],
    ['The password of the safe was changed from one to Kx4!horse.', 'Kx4!horse'],
    ['The password of the safe is aB3(kL9)!x', 'aB3(kL9)!x'],
    ['The password for the Zendesk test account is Herbststurm#8842', 'Herbststurm#8842'],
    ['Das Passwort für den Testzugang lautet Herbststurm#8842.', 'Herbststurm#8842'],
    ['Le mot de passe pour le compte de test est Herbststurm#8842', 'Herbststurm#8842'],
    ['La contraseña para la cuenta de pruebas es Herbststurm#8842', 'Herbststurm#8842'],
    ['Login admin / Password123!', 'Password123!'],
    ['Login: admin@example.com / Password123! (staging)', 'Password123!'],
    ['Zugangsdaten: admin / Tr0ub4dor&3', 'Tr0ub4dor&3'],
    ['Credentials: admin / Tr0ub4dor&3.', 'Tr0ub4dor&3'],
    ['Identifiants : admin / Tr0ub4dor&3', 'Tr0ub4dor&3'],
    ['Credenciales: admin / Tr0ub4dor&3', 'Tr0ub4dor&3'],
    ['Данные для входа: admin / Tr0ub4dor&3', 'Tr0ub4dor&3'],
    ['ログイン情報：admin / Tr0ub4dor&3', 'Tr0ub4dor&3'],
  ])('masks in “%s”', async (sentence, secret) => {
    expect(await maskSecrets(sentence)).not.toContain(secret);
  });

  test.each([
    'The password of the test user is stored in Vault',
    'the password field is required',
    'The password was changed to a hashed column',
    'token is expired',
    'Das Passwort ist abgelaufen',
    'password reset is broken',
    'The API key for staging is in 1Password',
    'The password for the staging database is in vault/staging/db2',
    'The password of the admin is rotated every 90 days',
    'The password is rotated every 30d by the job',
    'What if the password is wrong?',
    'The password was wrong!',
    'The password is **required**',
    'The password for the login form is validated on the server',
    'The password is at least 12 characters long',
    'The password must have 8+ characters',
    'The length of the password is 12345678',
    'The hash of the password is $argon2id',
    'The password is sha256-hashed before it is sent',
    'The password of each user is bcrypt2-hashed',
    'The passwords are base64-encoded in the fixture',
    'The password was set to null by migration 0042',
    'The password has been set to undefined',
    'The password is now optional, see #1234',
    'The password for the seed user is set in seed.ts',
    'The password of the test user is TEST_PASSWORD',
    'The password of the service account is $DB_PASSWORD',
    'The password of the database is ${DB_PASSWORD}',
    'The password is read from process.env.DB_PASSWORD2',
    'The password is passed to getUser(id1)',
    'The token for the CI job is created by createToken(user1)',
    'The password for staging is sent to ops@example.com',
    'The password reads 1Password when the item is open',
    'The password of the user reads userPassword2 from the form',
    'The token is a1 for the first row',
    'The token of the session is valid for 3600s',
    'The token for the bot is 64 characters',
    'The token for the webhook expires on 2026-06-01',
    'The password for the account is from 2024-03-01',
    'The secret of the fast build is esbuild',
    'The secret to fast tests is isolation2',
    'The token limit is 128000',
    'The token budget of the model is 200k',
    'The API key is missing from config.staging.yaml',
    'The API key for OpenAI is read from OPENAI_API_KEY',
    'The access key for the bucket is s3-access-key-1',
    'The encryption key of the tenant is key-v2',
    'The signing key was rotated in release 2.14.1',
    'The password policy is min12-mixed',
    'The credentials for the job are aws-prod-2',
    'The credentials of the runner are stored under /etc/ci2',
    'Le mot de passe est obligatoire',
    'Le mot de passe du compte est expiré depuis 30 jours',
    'Le mot de passe doit contenir 12 caractères',
    'La contraseña es obligatoria',
    'La contraseña de la cuenta es demasiado corta (mínimo 8)',
    'Das Passwort für den Testbenutzer steht in Vault',
    'Das Passwort des Nutzers wurde auf der Seite geändert',
    'Das Passwort muss 12 Zeichen haben',
    'Das Kennwort ist zu kurz',
    'パスワードは必須です',
    'パスワードは8文字以上です',
    'パスワードはSHA-256でハッシュ化されます',
    'パスワードをリセットする',
    '密码是必填项',
    '密码为空',
    '密码是SHA256加密的',
    '비밀번호는 8자 이상이어야 합니다',
    'كلمة المرور مطلوبة',
    'كلمة المرور: 8 أحرف على الأقل',
    'Пароль обязателен',
    'Пароль: не менее 8 символов',
    'the pin is 13 on the Arduino',
    'pin 4711 is the LED',
    'deps: pin negotiator@0.4.5',
    'PIN must have 4 digits',
    'The PIN of the LED is 13',
    'LED_PIN = 13',
    'interface Credentials { username: string; password: string }',
    "const login = (user: string, password: string): Promise<Token> => post('/login', { user, password })",
    'function checkPassword(password: string, hash: string): boolean',
    'password: z.string().min(8).max(72)',
    'password: Schema.Types.String2',
    'token: CancellationToken = CancellationToken.None',
    'type Props = { token?: string | undefined; apiKey: ApiKeyV2 }',
    "t('auth.password.label2')",
    '"password.required": "Password is required"',
    '"passwordLabel": "Password"',
    'auth.password.error.min8: at least 8 characters',
    'src/auth/password/reset2.ts',
    'PASSWORD_RESET_URL=/reset/v2',
    "if (password !== confirmPassword2) throw new Error('mismatch')",
    'git show 9fceb02d0ae598e95dc970b74767f19372d61af8',
    'the token bug was fixed in 9fceb02d0ae598e95dc970b74767f19372d61af8',
    'the id of the token is 123e4567-e89b-12d3-a456-426614174000',
    'The password reset of user 123e4567-e89b-12d3-a456-426614174000 failed',
    'The password test for the login is flaky in test2b',
    'The password for the demo is the same as for v2',
    'The password for the login to server1 is unknown',
    'Use the token from step2 of the login',
    'The password form in Safari is fixed in 17.4.1',
    'The password column of the table is varchar(255)',
    'The token in the header is X-CSRF-Token2',
    'The token for the request is req.headers.authorization2',
    'The password prompt for sudo is gone with NOPASSWD',
    'The password of the keystore is changeit',
    'The password for the example is your-password-1',
    'The password for local development is "password"',
    'The password of the form is a controlled input',
    'The secret for webhooks is documented in docs/adr/0203',
    'The token of the page is nextPageToken',
    'The token in the query is page2Token',
    'The password for Postgres is set by POSTGRES_PASSWORD',
    'The password on the login page is masked with ••••••••',
    'The password in the URL is percent-encoded as p%40ss',
    'The passphrase for the SSH key is asked by ssh-add',
    'The password of the user is compared with timingSafeEqual',
    'The password for the API is Basic64',
    'The password for the vault is in 1Password',
    'the password for the demo is rotated daily',
    'The password for the login is hindsight#8842',
    'The password for the login is PROJ#8842',
    'The password for the login is GitHub#8842',
    'The token for the bot is Hindsight#8842',
    'login is at /admin / see docs',
    'login is at /admin / see docs#12',
    'Login: /admin / docs/page2#top',
    'Login page / OAuth2 flow',
    'Login form / Password reset',
    'login redirect / callback?code=123',
    'Login errors / HTTP500 and HTTP502',
    'login docs / team2@example.com',
    'Login bug / hindsight#8842',
    'Login retries / 3 attempts per user',
    'Credentials: admin / stored in 1Password',
    'Zugangsdaten: admin / siehe Vault',
    'ログイン: admin / 管理画面2',
  ])('finds nothing in: %s', async (text) => {
    expect(await scanText(text)).toEqual([]);
  });

  const LENGTH = 200_000;

  test.each([
    ...[
      'password of ',
      'password of a a a a a ',
      'password is “',
      'password is now ',
      'password: ',
      'パスワードは',
      'login ',
      'login admin / ',
      'credentials: a / a1!',
    ].map((part) => [part, part.repeat(LENGTH / part.length)]),
    ...['password is ', 'password=', 'password of x is a1', 'token of x is '].flatMap((start) =>
      ['.', '!', '*', 'a1-', 'aB', 'Abc1', 'a.', ' '].map((part) => [
        `${start} and many ${part}`,
        `${start}${part.repeat(LENGTH / part.length)}!x`,
      ]),
    ),
  ])('scans a long text in time: %s', async (_, text) => {
    // CPU time, because the clock would also measure other load on the machine.
    const start = process.cpuUsage();
    await scanText(text ?? '');
    expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
  });
});
