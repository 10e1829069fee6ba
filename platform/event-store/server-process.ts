/** EventStoreDB takes these variables for options of its own and does not start with unknown ones. */
export const hiddenVariables = (environment: NodeJS.ProcessEnv): Record<string, undefined> =>
  Object.fromEntries(
    Object.keys(environment)
      .filter((name) => name.startsWith('EVENTSTORE_'))
      .map((name) => [name, undefined]),
  )

const HOST = '127.0.0.1'
const ANSWER_MILLISECONDS = 2_000

async function ask(port: number, path: string): Promise<unknown> {
  const response = await fetch(`http://${HOST}:${port}${path}`, { signal: AbortSignal.timeout(ANSWER_MILLISECONDS) })
  return response.json()
}

export async function isNodeReady(port: number): Promise<boolean> {
  const info = (await ask(port, '/info').catch(() => null)) as { state?: string } | null
  return info?.state === 'leader' || info?.state === 'follower'
}

interface Gossip {
  readonly members: readonly { readonly state: string; readonly isAlive: boolean; readonly httpEndPointPort: number }[]
}

export async function leaderSeenFrom(port: number): Promise<number | null> {
  const gossip = (await ask(port, '/gossip').catch(() => null)) as Gossip | null
  return gossip?.members.find(({ state, isAlive }) => isAlive && state === 'Leader')?.httpEndPointPort ?? null
}
