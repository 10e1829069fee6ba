import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Whether an address leads to the machine itself, which nobody else can reach by it. */
export const isThisMachine = (url: string): boolean => isOwnName(new URL(url).hostname)

const isOwnName = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || isLoopback(hostname)

const isLoopback = (address: string): boolean => {
  const plain = address.replace(/^::ffff:/i, '')
  return address === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}

/** What a proxy adds to a request that it passes on. The edge adds `via` for one that it was not told of. */
const SIGNS_OF_A_PROXY = ['via', 'forwarded', 'x-real-ip'] as const

/**
 * Whether a request was made on the machine itself. A forgotten PUBLIC_URL says nothing of that: the caller's address
 * does, as long as no proxy on the same machine stands in for the caller.
 */
export const isMadeHere = ({ ip, hostname, headers }: Pick<FastifyRequest, 'ip' | 'hostname' | 'headers'>): boolean =>
  isLoopback(ip) && isOwnName(hostname) && SIGNS_OF_A_PROXY.every((name) => headers[name] === undefined)
