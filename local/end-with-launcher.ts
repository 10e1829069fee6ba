/**
 * Loaded before a service by the launcher (`--import`): when the launcher is gone, however it went, its end of the
 * channel closes, and the service ends as on SIGTERM. So a launcher killed with -9 leaves nothing running behind.
 */
if (process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 10_000).unref()
    if (process.listenerCount('SIGTERM') === 0) process.exit(1)
    process.kill(process.pid, 'SIGTERM')
  })
  // Listening must not keep a process alive that has nothing else to do.
  process.channel.unref()
}
