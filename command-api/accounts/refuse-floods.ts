import type { FastifyInstance } from 'fastify'
import type { HashingQueue } from './hashing-queue.ts'

/**
 * Refuses registrations that would find no place among those who wait for a hash, before anything is read of them: a
 * flood is to cost as little as it can. Sign-ins are not refused here, since their device decides who waits for whom.
 */
export function refuseFloods(app: FastifyInstance, queue: HashingQueue): void {
  app.addHook('onRequest', async ({ method, routeOptions }) => {
    if (method === 'POST' && routeOptions.url === '/api/auth/register') queue.refuseIfFull('registration')
  })
}
