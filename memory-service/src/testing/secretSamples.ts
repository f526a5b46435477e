/** Fake keys of many kinds, assembled at run time, so that no file contains anything that looks like a real one. */
import { createHash } from 'node:crypto';

export const HEX = '0123456789abcdef';
export const DIGITS = '0123456789';
export const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const MIXED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random-looking but deterministic characters. The default alphabet always yields a digit and letters of both cases. */
export function randomCharacters(seed: string, length: number, alphabet = MIXED): string {
  let text = alphabet === MIXED ? 'aB3' : '';
  for (let n = 0; text.length < length; n += 1)
    for (const byte of createHash('sha256').update(`${seed} ${n}`).digest())
      text += alphabet[byte % alphabet.length];
  return text.slice(0, length);
}

const pem = (name: string) =>
  [
    `-----BEGIN ${name}-----`,
    ...[0, 1, 2].map((line) => randomCharacters(`${name} ${line}`, 64)),
    `-----END ${name}-----`,
  ].join('\n');

interface Sample {
  /** The text to store. */
  text: string;
  /** The part that must not remain readable; defaults to the whole text. */
  secret?: string;
}

const within = (before: string, secret: string, after = ''): Sample => ({
  text: before + secret + after,
  secret,
});

/** Samples by kind. */
export const SECRET_SAMPLES: Readonly<Record<string, Sample>> = {
  'AWS access key': { text: `AKIA${randomCharacters('aws', 16, UPPER)}` },
  'AWS secret key': within('aws_secret_access_key = ', randomCharacters('aws secret', 40)),
  'GitHub classic token': { text: `ghp_${randomCharacters('github', 36)}` },
  'GitHub fine-grained token': {
    text: `github_pat_${randomCharacters('fine', 22)}_${randomCharacters('grained', 59)}`,
  },
  'GitLab token': { text: `glpat-${randomCharacters('gitlab', 20)}` },
  'Slack token': {
    text: `xoxb-${randomCharacters('a', 12, DIGITS)}-${randomCharacters('b', 12, DIGITS)}-${randomCharacters('slack', 24)}`,
  },
  'Slack webhook': {
    text: `https://hooks.slack.com/services/T${randomCharacters('t', 8, UPPER)}/B${randomCharacters('b', 8, UPPER)}/${randomCharacters('hook', 24)}`,
  },
  'Stripe key': { text: `sk_live_${randomCharacters('stripe', 24)}` },
  'OpenAI key': { text: `sk-proj-${randomCharacters('openai', 74)}T3BlbkFJ${randomCharacters('key', 74)}` },
  'Anthropic key': { text: `sk-ant-api03-${randomCharacters('anthropic', 93)}AA` },
  'Google API key': { text: `AIza${randomCharacters('google', 35)}` },
  'Google service account': {
    text: JSON.stringify({
      type: 'service_account',
      private_key_id: randomCharacters('gcp', 40, HEX),
      private_key: pem('PRIVATE KEY'),
    }),
    secret: randomCharacters('PRIVATE KEY 1', 64),
  },
  'Azure storage key': within(
    'DefaultEndpointsProtocol=https;AccountName=files;AccountKey=',
    `${randomCharacters('azure', 86)}==`,
    ';EndpointSuffix=core.windows.net',
  ),
  'npm token': { text: `npm_${randomCharacters('npm', 36)}` },
  'PyPI token': { text: `pypi-AgEIcHlwaS5vcmc${randomCharacters('pypi', 100)}` },
  'SendGrid key': { text: `SG.${randomCharacters('send', 22)}.${randomCharacters('grid', 43)}` },
  'Twilio key': { text: `SK${randomCharacters('twilio', 32, HEX)}` },
  'Twilio token': within('TWILIO_AUTH_TOKEN=', randomCharacters('auth', 32, HEX)),
  'DigitalOcean token': { text: `dop_v1_${randomCharacters('ocean', 64, HEX)}` },
  'private key': { text: pem('RSA PRIVATE KEY'), secret: randomCharacters('RSA PRIVATE KEY 1', 64) },
  'JSON web token': {
    text: `eyJ${randomCharacters('head', 17)}.eyJ${randomCharacters('body', 30)}.${randomCharacters('sign', 43)}`,
  },
  'Postgres URL': within('postgres://app:', 'Sw0rdf1sh_9', '@db.example.com:5432/prod'),
  'URL with a password': within('https://deploy:', 'hunter2pass', '@ci.example.com/job'),
  'Hindsight token': { text: `hs_pat_${randomCharacters('id', 16, HEX)}_${randomCharacters('pat', 43)}` },
  password: within('password = "', 'Tr0ub4dor&3xyz', '"'),
  'bearer token': within('Authorization: Bearer ', randomCharacters('bearer', 40)),
};

/** The part of a sample that must be removed. */
export const secretText = ({ text, secret = text }: Sample): string => secret;
