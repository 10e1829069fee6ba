import { ECDH } from 'node:crypto'
import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Browsers name their push service themselves, so messages must never reach our own networks. */

const MOST_CHARACTERS = 2_000
const HTTPS_PORT = '443'
const innerNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/

const reserved = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(network, bits, 'ipv4')
// Only 2000::/3 is public; these exceptions lie within it.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(network, bits, 'ipv6')
const publicSix = new BlockList()
publicSix.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, 'ipv4')
  return family === 6 && publicSix.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

/** https to a public name, or the configured service of this installation. */
export function isPushAddress(endpoint: string, ownService?: string): boolean {
  if (endpoint.length > MOST_CHARACTERS || !URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (ownService !== undefined && origin === new URL(ownService).origin) return true
  if (protocol !== 'https:' || (port !== '' && port !== HTTPS_PORT)) return false
  const name = hostname.replace(/\.$/, '').toLowerCase()
  return name.includes('.') && !name.startsWith('[') && isIP(name) === 0 && !innerNames.test(name)
}

const POINT_BYTES = 65
const AUTH_BYTES = 16

/** A curve point and a secret, in base64url. */
export function arePushKeys({ p256dh, auth }: { readonly p256dh: string; readonly auth: string }): boolean {
  if (Buffer.from(p256dh, 'base64url').length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

export class InnerAddress extends Error {
  override readonly name = 'InnerAddress'
}

/** Fails if any address is private. The connection uses the checked addresses, which prevents DNS rebinding. */
export const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, [])
    const addresses: LookupAddress[] = found
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(new InnerAddress(`${hostname} leads into a private network.`), [])
    if (options.all) done(null, addresses)
    else done(null, first.address, first.family)
  })
}
