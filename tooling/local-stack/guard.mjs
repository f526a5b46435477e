/**
 * Preloaded into every child of the stack: when the supervisor is gone (even by kill -9), the child stops too.
 * The channel to the supervisor closes with it, whatever the way it went.
 */
const GRACE_MS = 8000;

if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
}
