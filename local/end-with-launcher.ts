/** Preloaded into services: when the launcher dies, even by `kill -9`, its channel closes and the service ends. */
if (process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), 10_000).unref()
    if (process.listenerCount('SIGTERM') === 0) process.exit(1)
    process.kill(process.pid, 'SIGTERM')
  })
  // Listening must not keep an otherwise finished process alive.
  process.channel.unref()
}
