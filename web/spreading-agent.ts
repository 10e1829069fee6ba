import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { Agent } from 'undici'

/** After so many calls a connection is made anew, to the next instance. */
const CALLS_PER_CONNECTION = 20
/** So long an instance may take to accept a connection before the next one is tried. */
const ATTEMPT_MILLISECONDS = 2_000

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * For calls to services that run in several instances under one name. The system answers with their addresses in one
 * order for ever: here each connection begins with the next of them, and tries the others where it finds nobody.
 */
export function spreadingAgent(resolve: Resolve = lookup): Agent {
  let connections = 0
  const inTurn: Resolve = (hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      const first = connections++ % addresses.length
      done(null, [...addresses.slice(first), ...addresses.slice(0, first)])
    })
  return new Agent({
    connections: 128,
    pipelining: 1,
    maxRequestsPerClient: CALLS_PER_CONNECTION,
    connect: { lookup: inTurn as typeof lookup, autoSelectFamily: true, autoSelectFamilyAttemptTimeout: ATTEMPT_MILLISECONDS },
  })
}
