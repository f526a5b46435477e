/** Names of secrets in texts, as sources of case-insensitive patterns. */

const START = '(?<![A-Za-z])';

/** For languages with spaces between words. */
export const PASSWORD = [
  'passw(?:or)?(?:d|t)',
  'passphrase',
  'passcode',
  'pwd',
  'kennwort',
  'contraseña',
  'mot[ _-]de[ _-]passe',
  'phrase (?:de passe|secrète)',
  `${START}senha`,
  `${START}wachtwoord`,
  `${START}hasło`,
  `${START}lösenord(?:et)?`,
  'парол[ья]',
  'كلم[ةه] (?:ال)?(?:مرور|سر)',
  String.raw`(?<=_)pass`,
  `${START}pw`,
  String.raw`${START}(?:code[ -])?PIN(?:[ -]?(?:code|number|nummer))?(?![A-Za-z])`,
].join('|');

/** For languages where a particle or the value follows without a space. */
export const UNSPACED_PASSWORD = 'パスワード|パスコード|パスフレーズ|暗証番号|密码|密碼|口令|비밀번호|암호';

export const KEY =
  'secret|token|credentials?|(?:api|access|auth|account|private|encryption|signing|secret|master)[ _-]?key|api[ _-]?schlüssel|clé (?:d.)?api|clave (?:de )?api';

/** Introduces a user name and a password: “Login admin / …”. */
export const LOGIN = [
  `${START}log-?in(?: data)?(?![a-z])`,
  `${START}(?:zugangs|anmelde|login)daten`,
  `${START}credentials`,
  `${START}identifiants`,
  `${START}credencia(?:le|i)s`,
  `${START}credenziali`,
  `${START}inloggegevens`,
  `${START}inloggningsuppgifter`,
  `${START}dane logowania`,
  'учётные данные|данные для входа|بيانات الدخول|ログイン情報|ログイン|登录|登入|로그인',
].join('|');

const IS_KEY = new RegExp(`^(?:${KEY})$`, 'i');

export const isPasswordName = (name: string) => !IS_KEY.test(name);

/** Secrets under these names consist of digits only. */
export const isPinName = (name: string) => /pin|暗証番号/i.test(name);

export function classifyName(name: string): string {
  if (isPasswordName(name)) return 'password';
  if (/key|schlüssel|clé|clave/i.test(name)) return 'API key';
  return /token/i.test(name) ? 'token' : 'secret';
}
