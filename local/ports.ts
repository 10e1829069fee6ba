import { once } from 'node:events'
import { connect, createServer } from 'node:net'

export type WantedPort = { host: string; port: number; purpose: string; setting: string }

export function reachableAt(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
}

async function listens(host: string, port: number): Promise<string | undefined> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  } finally {
    server.close()
  }
}

export async function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect({ host: reachableAt(host), port, timeout: 1_000 })
  try {
    return await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'timeout').then(() => false)])
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

export async function portFaults(wanted: readonly WantedPort[]): Promise<string[]> {
  const faults: string[] = []
  const seen = new Map<number, WantedPort>()
  for (const want of wanted) {
    const { host, port, purpose, setting } = want
    const same = seen.get(port)
    seen.set(port, want)
    if (same) {
      faults.push(`${port} is configured twice: ${same.purpose} (${same.setting}) and ${purpose} (${setting})`)
      continue
    }
    const code = await listens(host, port)
    // Some systems let two servers share a port on different addresses.
    if (code === 'EADDRINUSE' || (!code && (await accepts(host, port))))
      faults.push(`${port} (${purpose}) is taken: set ${setting} to another one`)
    else if (code === 'EACCES')
      faults.push(`${port} (${purpose}) needs permissions that this user does not have: set ${setting} to another one`)
    else if (code) faults.push(`${port} (${purpose}) cannot be opened on ${host} (${code}): check HOST and ${setting}`)
  }
  return faults
}
