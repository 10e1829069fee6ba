import { portFaults } from '@medicready/local/ports'

/** Below the range from which every common system takes the ports of outgoing connections. */
const LOWEST = 15_000
const HIGHEST = 32_000
const given = new Set<number>()

/**
 * A free port that stays free while its server is down. A port from the range of outgoing connections would not:
 * another connection, even one to that very port, can be given it in the meantime.
 */
export async function steadyPort(purpose: string): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (given.has(port)) continue
    const faults = await portFaults([{ host: '127.0.0.1', port, purpose, setting: '' }])
    if (faults.length > 0) continue
    given.add(port)
    return port
  }
}
