/**
 * Preloaded into every child of the stack: stops the child when the supervisor dies, even by kill -9. The IPC channel to the supervisor
 * always closes with it.
 */
/** Slightly more than the ten seconds the service gives its own requests. */
const GRACE_MS = 12_000;

/** Each child leads a process group (see program.ts), so the signal also reaches its descendants. */
const group = process.platform === 'win32' ? process.pid : -process.pid;

if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => {
    setTimeout(() => process.kill(group, 'SIGKILL'), GRACE_MS).unref();
    process.kill(group, 'SIGTERM');
  });
}
