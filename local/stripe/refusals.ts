import type { z } from 'zod'

/** As much of Stripe's error object as the stand-in says. */
export interface ErrorBody {
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  readonly message: string
  readonly code?: string
  readonly decline_code?: string
  readonly param?: string
  readonly charge?: string
  readonly payment_intent?: object
  readonly payment_method?: object
}

/** Thrown to answer a request with an error; what it did is taken back. */
export class Refusal extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const invalid = (message: string, more: { param?: string; code?: string } = {}): Refusal =>
  new Refusal(400, { type: 'invalid_request_error', message, ...more })

const NAMES: Partial<Record<string, string>> = {
  'checkout.session': 'checkout.session',
  payment_method: 'PaymentMethod',
  'billing_portal.configuration': 'configuration',
  'test_helpers.test_clock': 'test clock',
}

export const missing = (kind: string, id: string, param = 'id'): Refusal =>
  new Refusal(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${NAMES[kind] ?? kind.replaceAll('_', ' ')}: '${id}'`,
    param,
  })

const nameOf = ([first = '', ...rest]: readonly PropertyKey[]): string => String(first) + rest.map((part) => `[${String(part)}]`).join('')

/** What is wrong with the parameters of a request, in Stripe's words for the first of it. */
export function refusalOf(error: z.ZodError): Refusal {
  const [issue] = error.issues
  const param = nameOf(issue?.path ?? [])
  if (issue?.code === 'unrecognized_keys') {
    const name = nameOf([...issue.path, issue.keys[0] ?? ''])
    return invalid(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
  }
  if (issue?.code === 'invalid_type' && issue.input === undefined)
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (issue?.code === 'invalid_value') return invalid(`Invalid ${param}: must be one of ${issue.values.join(', ')}`, { param })
  return invalid(issue?.code === 'invalid_format' ? `Invalid ${param}` : `Invalid ${param}: ${issue?.message}`, { param })
}
