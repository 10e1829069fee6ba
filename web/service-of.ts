import type { Service } from '@medicready/domain/contract/call'
import { contract } from '@medicready/domain/contract/contract'

/**
 * The calls that the read API answers. All others go to the command API, which refuses those that the contract does not
 * have.
 */
const reads = Object.entries(contract)
  .filter(([, { service }]) => service === 'read-api')
  .map(([key]) => {
    const [method, path = ''] = key.split(' ')
    return { method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }
  })

/** The service that answers a call. `address` is its path, with or without a search. */
export function serviceOf(method: string, address: string): Service {
  const asked = method === 'HEAD' ? 'GET' : method
  const [path = ''] = address.split('?', 1)
  return reads.some((call) => call.method === asked && call.path.test(path)) ? 'read-api' : 'command-api'
}
