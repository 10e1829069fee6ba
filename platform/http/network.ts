import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** As much as one person can control: /24 of IPv4, /64 of IPv6. */
export function networkOf(address: string): string {
  const plain = unmapped(address)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain
}

/** One person may control a whole /48 of IPv6, so it gets the share of this many networks. */
export const NETWORKS_OF_A_SITE = 4

export function siteOf(address: string): string | null {
  const plain = unmapped(address)
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 3).join(':')}::/48` : null
}

const unmapped = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

const GROUPS = 8

function groupsOf(address: string): string[] {
  const [unscoped = ''] = address.split('%')
  const [before = '', after] = unscoped.split('::')
  const left = before === '' ? [] : before.split(':')
  const right = after === undefined || after === '' ? [] : after.split(':')
  // An embedded IPv4 address counts as two groups, which are never among the first four.
  const written = [...left, ...right].reduce((count, group) => count + (group.includes('.') ? 2 : 1), 0)
  const zeros = after === undefined ? [] : Array.from({ length: GROUPS - written }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16))
}

export const isThisMachine = (url: string): boolean => isOwnName(new URL(url).hostname)

const isOwnName = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || isLoopback(hostname)

const isLoopback = (address: string): boolean => {
  const plain = address.replace(/^::ffff:/i, '')
  return address === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}

/** Headers that proxies add. The edge adds `via` for requests of unknown proxies. */
const SIGNS_OF_A_PROXY = ['via', 'forwarded', 'x-real-ip'] as const

/** PUBLIC_URL may be forgotten, so the caller's address decides, unless a local proxy stands in for the caller. */
export const isMadeHere = ({ ip, hostname, headers }: Pick<FastifyRequest, 'ip' | 'hostname' | 'headers'>): boolean =>
  isLoopback(ip) && isOwnName(hostname) && SIGNS_OF_A_PROXY.every((name) => headers[name] === undefined)
