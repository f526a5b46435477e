/**
 * Preloaded into every child of the stack: when the supervisor is gone (even by kill -9), the child stops too.
 * The channel to the supervisor closes with it, whatever the way it went.
 */
/** The service gives its own requests ten seconds; this is a little more. */
const GRACE_MS = 12_000;

/** Each child leads a group of its own (see program.ts); the signal reaches what it started, too. */
const group = process.platform === 'win32' ? process.pid : -process.pid;

if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => {
    setTimeout(() => process.kill(group, 'SIGKILL'), GRACE_MS).unref();
    process.kill(group, 'SIGTERM');
  });
}
