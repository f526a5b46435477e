/**
 * Words of software work that people use for each other. Who asks why the checkout is sluggish must find that it was slow. Other words
 * of a group count less than the one that was typed, because few mean quite the same.
 */

/** Each group is one meaning; a word may be in several. */
const GROUPS = `
fail crash die break outage down abort, error exception fault failure, hang freeze stick block stall deadlock unresponsive,
kill terminate stop shutdown end exit evict, restart reboot reload, start launch boot begin initialize,
bug defect issue problem regression flaw, corrupt damage garble mangle, broken malformed invalid bad corrupt,
wrong incorrect inaccurate mistaken false, missing absent lacking lost, lose drop discard swallow, leak expose disclose reveal,
fix repair solve resolve correct mend, prevent avoid protect guard, cause reason why, flaky unstable intermittent unreliable random,
recover restore heal, revert rollback undo, overload overwhelm exhaust saturate starve flood,
slow sluggish lag laggy latency delay, fast quick speed rapid performance, late delay overdue, instant immediate,
time duration, wait sleep pause delay, timeout deadline, expire elapse, period interval, cron schedule periodic nightly scheduler,
simultaneous concurrent parallel race, order sequence, twice double duplicate again repeat, retry reattempt repeat,
memory ram heap oom, leak grow, disk storage volume space, quota limit cap maximum threshold, throttle limit ratelimit,
server host machine node instance backend, container pod docker, cluster fleet, orchestrator kubernetes,
process worker daemon runner, job task batch, thread fiber, network connection socket, proxy gateway router ingress,
request call query, response reply answer, api endpoint route, upstream dependency downstream, client caller consumer,
database postgres postgresql mysql sql, query statement select, table relation, row record entry item, column field attribute,
migration schema ddl alter, transaction commit, lock mutex semaphore, replica standby follower, backup dump snapshot archive,
cache cached memoize, stale old outdated obsolete former previous, new recent latest fresh, evict invalidate purge flush,
delete remove erase drop purge trash clean, create add insert make, change modify update edit alter, replace overwrite substitute,
read fetch load get retrieve, write save store persist, send deliver dispatch transmit post, receive get accept, copy clone duplicate,
publish emit broadcast, subscribe listen consume, event message notification, queue topic stream backlog, handle process,
notification alert push, alarm alert pager page, monitor observe watch metric, log logging trace, noise noisy spam,
mail email message, phone mobile smartphone handset, browser safari chrome firefox,
login signin sign authenticate authentication, session cookie, logout signout, password secret credential token key apikey,
permission right access privilege authorization role grant, deny refuse reject forbid ban block, allow permit grant,
attack exploit vulnerability, encrypt cipher, certificate tls ssl cert, private personal confidential privacy,
user customer client visitor person people shopper subscriber, team colleague coworker teammate, tenant organization account workspace,
money price cost amount charge fee, bill invoice charge, pay payment charge purchase, refund reimbursement, buy purchase order checkout,
currency dollar euro yen, package parcel shipment, booking reservation appointment, shop store storefront,
file document, folder directory path, image picture photo thumbnail graphic, chart graph plot diagram, font typeface,
spreadsheet excel csv xlsx, color colour shade, dark night, page screen view, button control widget, dialog modal popup overlay,
form input field textbox, menu dropdown select, list table grid, date calendar day, focus cursor caret, mouse pointer,
scroll swipe, type enter input, hide invisible conceal, show display render appear, jump shift move flicker,
blind accessibility screenreader aria, layout position,
test check verify validate assert, mock stub fake double, flag toggle switch, experiment variant,
build compile bundle, pipeline ci workflow, deploy release rollout ship publish, staging sandbox test, production live,
version release, upgrade update bump, package library dependency module, repository repo codebase, branch fork, merge integrate,
config configuration setting option parameter flag, environment env, function method procedure, refactor restructure,
number count amount quantity, identifier id, large big huge giant oversized, small tiny little, many several lots, empty blank,
encoding charset character unicode, string text, compare diff, parse read, format serialize,
find search lookup discover, choose select pick, use utilize, upload import, download export, share split divide,
limit restrict constrain, expensive costly heavy, equal same identical, different mismatch inconsistent, redirect forward,
loop endless cycle infinite, random jitter, increase rise grow, decrease fall drop reduce, guess assume,
question ask, approve accept confirm, plan design, document documentation docs, meeting call, decide decision
`;

/** The groups, each as its words. */
export const SYNONYMS: readonly (readonly string[])[] = GROUPS.split(',').map((group) =>
  group.trim().split(/\s+/),
);
