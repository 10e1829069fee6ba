import type { Service } from '@medicready/domain/contract/call/call'
import { contract } from '@medicready/domain/contract/contract'

/** All other calls go to the command API, which refuses those that are not in the contract. */
const reads = Object.entries(contract)
  .filter(([, { service }]) => service === 'read-api')
  .map(([key]) => {
    const [method, path = ''] = key.split(' ')
    return { method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }
  })

export function serviceOf(method: string, address: string): Service {
  const asked = method === 'HEAD' ? 'GET' : method
  const [path = ''] = address.split('?', 1)
  return reads.some((call) => call.method === asked && call.path.test(path)) ? 'read-api' : 'command-api'
}
