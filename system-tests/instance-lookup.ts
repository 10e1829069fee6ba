import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'

/** Preloaded where services have several instances: one name has all their addresses, as in containers. */

const { lookup } = dns
const addresses = Array.from({ length: Number(process.env.INSTANCES) }, (_, index) => ({ address: `127.0.0.${index + 1}`, family: 4 }))

type Done = (error: Error | null, found: string | dns.LookupAddress[], family?: number) => void

function lookUp(name: string, options: dns.LookupOptions, done: Done): void {
  if (name !== 'instances.test') lookup(name, options, done)
  else if (options.all) done(null, addresses)
  else done(null, '127.0.0.1', 4)
}

Object.defineProperty(dns, 'lookup', { value: lookUp })
syncBuiltinESMExports()
