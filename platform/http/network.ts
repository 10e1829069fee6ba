import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The network of an address, as far as one person can have all of it: /24 of IPv4 and /64 of IPv6. IPv4 written as IPv6
 * is IPv4. What is no address is answered as it is.
 */
export function networkOf(address: string): string {
  const plain = unmapped(address)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain
}

/** One person may have a whole /48 of IPv6, 65,536 networks: it may make as many calls as this many networks. */
export const NETWORKS_OF_A_SITE = 4

/** The /48 of an IPv6 address; null for others. */
export function siteOf(address: string): string | null {
  const plain = unmapped(address)
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 3).join(':')}::/48` : null
}

const unmapped = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

const GROUPS = 8

/** All eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [unscoped = ''] = address.split('%')
  const [before = '', after] = unscoped.split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  // An IPv4 address at its end takes two groups; they are never among the first four.
  const written = [...left, ...right].reduce((count, group) => count + (group.includes('.') ? 2 : 1), 0)
  const zeros = after === undefined ? [] : Array.from({ length: GROUPS - written }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16))
}

/** Whether an address leads to this machine itself, and cannot be reached from outside. */
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
