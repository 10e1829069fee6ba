import { Rejection } from '@medicready/domain/refusals/rejection'
import type { FastifyInstance } from 'fastify'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Browsers send Sec-Fetch-Site or Origin; other programs send neither and carry no cookies by accident. */
export function refuseOtherOrigins(app: FastifyInstance, publicUrl: string): void {
  const ownOrigin = new URL(publicUrl).origin
  app.addHook('onRequest', async ({ method, headers }) => {
    if (safeMethods.has(method)) return
    const site = headers['sec-fetch-site']
    const same =
      site === undefined ? headers.origin === undefined || headers.origin === ownOrigin : site === 'same-origin' || site === 'none'
    if (!same) throw new Rejection('crossOrigin')
  })
}
