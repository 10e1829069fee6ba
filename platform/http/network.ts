import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network of an address, as far as one person can have all of it: /24 of IPv4 and /64 of IPv6. IPv4 written as IPv6
 * is IPv4. What is no address is answered as it is.
 */
export function networkOf(address: string): string {
  const plain = unmapped(address)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain
}

/** Somebody may also have 65,536 networks of IPv6: a /48, which has as much as so many of them. */
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
