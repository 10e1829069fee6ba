import type Stripe from 'stripe'
import { z } from 'zod'
import { type Calls, call, retrieving } from './calls.ts'
import { newId } from './ids.ts'
import { listing } from './lists.ts'
import { flag, mergedMetadata, metadata, text, unread } from './parameters.ts'
import { invalid } from './refusals.ts'
import { idOf, type Turn } from './turn.ts'

const features = z.strictObject({
  customer_update: z.strictObject({ allowed_updates: z.unknown().optional(), enabled: flag.optional() }).optional(),
  invoice_history: z.strictObject({ enabled: flag }).optional(),
  payment_method_update: z.strictObject({ enabled: flag }).optional(),
  subscription_cancel: z
    .strictObject({
      cancellation_reason: unread,
      enabled: flag,
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: z.enum(['none', 'create_prorations', 'always_invoice']).optional(),
    })
    .optional(),
  subscription_update: z.strictObject({ enabled: z.literal('false') }).optional(),
})
const configuration = {
  business_profile: z
    .strictObject({ headline: text.optional(), privacy_policy_url: text.optional(), terms_of_service_url: text.optional() })
    .optional(),
  default_return_url: text.optional(),
  metadata,
  name: text.optional(),
}
const newConfiguration = z.strictObject({ ...configuration, features })
const changedConfiguration = z.strictObject({ ...configuration, features: features.optional(), active: flag.optional() })

type Features = Stripe.BillingPortal.Configuration.Features

const nothing: Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
}

function featuresOf(given: z.output<typeof features>, before: Features): Features {
  const { invoice_history, payment_method_update, subscription_cancel: cancel } = given
  return {
    ...before,
    invoice_history: invoice_history ?? before.invoice_history,
    payment_method_update: { ...before.payment_method_update, ...payment_method_update },
    subscription_cancel: {
      ...before.subscription_cancel,
      ...(cancel && {
        enabled: cancel.enabled,
        mode: cancel.mode ?? before.subscription_cancel.mode,
        proration_behavior: cancel.proration_behavior ?? before.subscription_cancel.proration_behavior,
      }),
    },
  }
}

type Given = z.output<typeof changedConfiguration>

function createConfiguration(turn: Turn, given: Given, isDefault = false): Stripe.BillingPortal.Configuration {
  const now = turn.now()
  const created: Stripe.BillingPortal.Configuration = {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: {
      headline: given.business_profile?.headline ?? null,
      privacy_policy_url: given.business_profile?.privacy_policy_url ?? null,
      terms_of_service_url: given.business_profile?.terms_of_service_url ?? null,
    },
    created: now,
    default_return_url: given.default_return_url ?? null,
    features: featuresOf(given.features ?? {}, nothing),
    is_default: isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: mergedMetadata(null, given.metadata),
    name: given.name ?? null,
    updated: now,
  }
  turn.save(created)
  turn.emit('billing_portal.configuration.created', created)
  return created
}

/** What an account has whose portal was saved once in the Dashboard; made when it is first wanted. */
function defaultConfiguration(turn: Turn): Stripe.BillingPortal.Configuration {
  const [found] = turn.storage.all('billing_portal.configuration', [{ path: 'is_default', is: 'in', values: [1] }])
  const everything = {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true },
  }
  return found ?? createConfiguration(turn, { features: everything }, true)
}

const newSession = z.strictObject({
  configuration: text.optional(),
  customer: text,
  flow_data: unread,
  locale: unread,
  return_url: text.optional(),
})

function createSession(turn: Turn, given: z.output<typeof newSession>): Stripe.BillingPortal.Session {
  const customer = turn.get('customer', given.customer, 'customer')
  const configuration = given.configuration
    ? turn.get('billing_portal.configuration', given.configuration, 'configuration')
    : defaultConfiguration(turn)
  if (!configuration.active) throw invalid('The configuration is not active.', { param: 'configuration' })
  const id = newId('bps')
  const session: Stripe.BillingPortal.Session = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: turn.now(),
    customer: customer.id,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: given.return_url ?? configuration.default_return_url,
    url: `${turn.address}/p/session/${id}`,
  }
  turn.save(session)
  turn.emit('billing_portal.session.created', session)
  return session
}

export const featuresFor = (turn: Turn, { configuration }: Stripe.BillingPortal.Session): Features =>
  turn.get('billing_portal.configuration', idOf(configuration)).features

export const portalCalls: Calls = {
  'POST /v1/billing_portal/sessions': call(newSession, createSession),
  'POST /v1/billing_portal/configurations': call(newConfiguration, (turn, given) => createConfiguration(turn, given)),
  'GET /v1/billing_portal/configurations': listing('billing_portal.configuration', '/v1/billing_portal/configurations', {
    active: { isFlag: true },
    is_default: { isFlag: true },
  }),
  'GET /v1/billing_portal/configurations/:id': retrieving('billing_portal.configuration'),
  'POST /v1/billing_portal/configurations/:id': call(changedConfiguration, (turn, given, id) => {
    const before = turn.get('billing_portal.configuration', id)
    return turn.update<'billing_portal.configuration'>('billing_portal.configuration.updated', before, {
      ...before,
      active: given.active ?? before.active,
      default_return_url: given.default_return_url ?? before.default_return_url,
      features: featuresOf(given.features ?? {}, before.features),
      metadata: mergedMetadata(before.metadata, given.metadata),
      name: given.name ?? before.name,
      updated: turn.now(),
    })
  }),
}
