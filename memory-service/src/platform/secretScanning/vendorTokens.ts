/** Tokens recognizable by the prefix or format of a single vendor. Each row has the kind and the pattern. */

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const VENDOR_TOKENS: readonly (readonly [kind: string, source: string])[] = [
  ['Adafruit key', String.raw`aio_[A-Za-z0-9]{28}\b`],
  ['Adobe secret', String.raw`p8e-[A-Za-z0-9-]{32}\b`],
  ['Airtable token', String.raw`pat[A-Za-z0-9]{14}\.[a-f0-9]{64}\b`],
  ['Alibaba key', String.raw`LTAI[A-Za-z0-9]{17,21}\b`],
  ['Artifactory key', String.raw`(?:AKCp[A-Za-z0-9]{60,}|cmVmd[A-Za-z0-9]{59,})`],
  ['Asana token', String.raw`\d{1,2}/\d{13,18}(?:/\d{13,18})?:[0-9a-f]{32}\b`],
  ['Azure secret', String.raw`[\w.~-]{3}\dQ~[\w.~-]{31,34}`],
  ['Bitbucket password', String.raw`ATBB[A-Za-z0-9]{32}\b`],
  ['Braintree token', String.raw`access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}\b`],
  ['Brevo key', String.raw`x(?:key|smtp)sib-[a-f0-9]{64}-[\w-]{16,}`],
  ['Buildkite token', String.raw`bk[a-z]{2}_[a-f0-9]{40}\b`],
  ['CircleCI token', String.raw`CCIP(?:AT|RJ)_[A-Za-z0-9]{22}_[a-f0-9]{40}\b`],
  ['Clojars token', String.raw`CLOJARS_[a-z0-9]{60}\b`],
  ['Contentful token', String.raw`CFPAT-[\w-]{43}`],
  ['crates.io token', String.raw`cio[A-Za-z0-9]{32}\b`],
  ['Deno token', String.raw`dd[pow]_[A-Za-z0-9]{36,40}\b`],
  ['Discord token', String.raw`[MNO][A-Za-z\d]{23,27}\.[\w-]{6}\.[\w-]{27,40}`],
  ['Doppler token', String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}\b`],
  ['Dropbox token', String.raw`sl\.(?:u\.)?[\w-]{60,}`],
  ['Duffel token', String.raw`duffel_(?:test|live)_[\w-]{43}`],
  ['Dynatrace token', String.raw`dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}\b`],
  ['EasyPost key', String.raw`EZ[AT]K[A-Za-z0-9]{54}\b`],
  ['Facebook token', String.raw`EAA[A-Za-z0-9]{50,}`],
  ['Firecrawl key', String.raw`fc-[0-9a-f]{32}\b`],
  ['Fireworks key', String.raw`fw_[A-Za-z0-9]{22,}\b`],
  ['Fly.io token', String.raw`(?:FlyV1\s+)?fm[12][a-z]?_[A-Za-z0-9+/]{40,}={0,3}`],
  ['Flutterwave key', String.raw`FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,}`],
  ['Frame.io token', String.raw`fio-u-[\w=-]{64}`],
  ['Google refresh token', String.raw`1//0[\w-]{40,}`],
  ['Heroku token', String.raw`HRKU-[\w-]{36,}`],
  ['HubSpot token', String.raw`pat-(?:na|eu)\d-${UUID}`],
  ['Infracost key', String.raw`ico-[A-Za-z0-9]{32}\b`],
  ['LangSmith key', String.raw`lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}\b`],
  ['Langfuse key', String.raw`sk-lf-${UUID}`],
  ['LaunchDarkly key', String.raw`(?:sdk|api|mob)-${UUID}`],
  ['Mailchimp key', String.raw`[0-9a-f]{32}-us\d{1,2}\b`],
  ['Mailgun key', String.raw`key-[0-9a-f]{32}\b`],
  ['Mapbox token', String.raw`sk\.eyJ[\w-]{30,}\.[\w-]{20,}`],
  ['Neon key', String.raw`napi_[a-z0-9]{40,}\b`],
  ['Netlify token', String.raw`nf[pcoub]_[A-Za-z0-9]{36,40}\b`],
  ['New Relic key', String.raw`NR(?:AK|AL|II|JS|RA|BR|AA)-[A-Za-z0-9-]{19,32}`],
  ['NuGet key', String.raw`oy2[a-z0-9]{43}\b`],
  ['NVIDIA key', String.raw`nvapi-[\w-]{60,}`],
  ['Octopus key', String.raw`API-[A-Z0-9]{26}\b`],
  ['OpenShift token', String.raw`sha256~[\w-]{43}`],
  ['Packagist token', String.raw`packagist_[ou][ru]t_[a-f0-9]{68}\b`],
  ['Perplexity key', String.raw`pplx-[A-Za-z0-9]{40,}\b`],
  ['Pinecone key', String.raw`pcsk_[\w]{50,}`],
  ['Plaid token', String.raw`access-(?:sandbox|development|production)-${UUID}`],
  ['PlanetScale token', String.raw`pscale_(?:tkn|pw|oauth)_[\w=.-]{32,64}`],
  ['Prefect token', String.raw`pn[ub]_[A-Za-z0-9]{36}\b`],
  ['Pulumi token', String.raw`pul-[a-f0-9]{40}\b`],
  ['ReadMe key', String.raw`rdme_[a-z0-9]{70}\b`],
  ['Render key', String.raw`rnd_[A-Za-z0-9]{28,}\b`],
  ['Replicate token', String.raw`r8_[A-Za-z0-9]{37}\b`],
  ['Resend key', String.raw`re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,}\b`],
  ['RubyGems key', String.raw`rubygems_[a-f0-9]{48}\b`],
  ['secret key', String.raw`sk-(?:[a-z0-9]{1,12}-){0,3}[0-9a-f]{32,}\b`],
  ['secret key', String.raw`sk_[0-9a-f]{40,}\b`],
  ['Shippo token', String.raw`shippo_(?:live|test)_[a-f0-9]{40}\b`],
  ['Sonar token', String.raw`sq[pua]_[a-f0-9]{40}\b`],
  ['Sourcegraph token', String.raw`sgp_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}\b`],
  ['Square token', String.raw`(?:sq0[a-z]{3}-[\w-]{22,43}|EAAA[\w-]{60})`],
  ['Supabase key', String.raw`(?:sbp_[a-f0-9]{40}|sb_secret_[\w-]{30,})`],
  ['Tailscale key', String.raw`tskey-[a-z]{2,10}-[A-Za-z0-9-]{20,}`],
  ['Tavily key', String.raw`tvly-(?:dev-|prod-)?[A-Za-z0-9]{30,}\b`],
  ['Terraform token', String.raw`[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}`],
  ['Twitter token', String.raw`A{20,}[\w%]{30,}`],
  ['Typeform token', String.raw`tfp_[\w.=-]{40,}`],
  ['Vercel token', String.raw`vc[piark]_[A-Za-z0-9]{24,}\b`],
  ['xAI key', String.raw`xai-[A-Za-z0-9]{60,}\b`],
  ['Yandex key', String.raw`AQVN[\w-]{35,38}`],
];

/** Combines all patterns: a search for each would take far longer. The matching group tells the kind. */
const ANY = new RegExp(`(?<![\\w-])(?:${VENDOR_TOKENS.map(([, source]) => `(${source})`).join('|')})`, 'g');

export function vendorTokens(text: string): { start: number; end: number; kind: string }[] {
  return [...text.matchAll(ANY)].map((match) => {
    const [whole, ...groups] = match;
    const [kind] = VENDOR_TOKENS[groups.findIndex((group) => group !== undefined)]!;
    return { start: match.index, end: match.index + whole.length, kind };
  });
}
