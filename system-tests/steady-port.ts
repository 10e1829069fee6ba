import { portFaults } from '@medicready/local/ports'

/** Below the range that common systems use for outgoing connections. */
const LOWEST = 15_000
const HIGHEST = 32_000
const given = new Set<number>()

/** Stays free while its server is down. One from the range of outgoing connections could be taken in the meantime. */
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
