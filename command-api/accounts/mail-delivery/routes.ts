import type { MailProvider } from '@medicready/domain/accounts/mail-delivery'
import type { mailDeliveryCalls } from '@medicready/domain/contract/accounts/mail-delivery'
import { Rejection } from '@medicready/domain/rejection'
import type { Handlers } from '@medicready/platform/http/calls'
import type { MailEventSources } from '@medicready/platform/mail-events/mail-events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RouteParts, requestContext } from '../../request-context.ts'
import { receiveMailEvents } from './receive-mail-events.ts'
import { tryAddressAgain } from './try-address-again.ts'

const MAIL_EVENTS = '/api/mail-events/'

/** A provider that is not set up is not there: nothing of such a call is read. */
export function refuseOtherProviders(app: FastifyInstance, sources: MailEventSources): void {
  app.addHook('onRequest', async ({ routeOptions, url }) => {
    if (!routeOptions.url?.startsWith(MAIL_EVENTS)) return
    const [provider = ''] = url.slice(MAIL_EVENTS.length).split('?', 1)
    if (!Object.hasOwn(sources, provider)) throw new Rejection('routeNotFound')
  })
}

export const mailDeliveryRoutes = (parts: RouteParts): Handlers<typeof mailDeliveryCalls, 'command-api'> => {
  /** Forged calls are counted for the network that they come from. */
  const received = async (provider: MailProvider, raw: Buffer, http: FastifyRequest) => {
    const attempt = await parts.checkAttempts(http, { purpose: 'mailEvents' })
    try {
      const outcome = await receiveMailEvents(parts, { provider, raw, headers: http.headers }, requestContext(http, parts.clock))
      await attempt.succeeded()
      return outcome
    } catch (error) {
      const isForged = error instanceof Rejection && error.code === 'signatureInvalid'
      if (!isForged) await attempt.succeeded()
      throw error
    }
  }

  return {
    'POST /api/mail-events/{provider}': ({ params, body, http }) => received(params.provider, body, http),

    'POST /api/mail-events/sendgrid': ({ body, http }) => received('sendgrid', body, http),

    'POST /api/user/mail-delivery/try-again': ({ identity, http }) => tryAddressAgain(parts, identity, requestContext(http, parts.clock)),
  }
}
