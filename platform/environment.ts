import { isIP } from 'node:net'
import { z } from 'zod'
import { isThisMachine } from './http/network.ts'
import { sendgridKey } from './mail-events/sendgrid.ts'

/** Containers pass unset settings as empty strings. */
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((value) => value || undefined, schema.optional())
const orDefault = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((value) => value || undefined, schema)
const addresses = (fallback: string) =>
  orDefault(z.string().default(fallback))
    .transform((list) => list.split(',').map((one) => one.trim()))
    .transform((list) => list.filter(Boolean))
    .refine((list) => list.every(isAddressOrNetwork), 'must be addresses or networks, such as 10.0.0.7, 192.168.4.0/24')
const port = (fallback: number) => orDefault(z.coerce.number().int().min(0).max(65_535).default(fallback))

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
const rolePassword = optional(z.string().regex(/^[\w-]{16,}$/, 'must have at least 16 letters and digits'))

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

function isEllipticKey(shown: string): boolean {
  try {
    sendgridKey(shown)
    return true
  } catch {
    return false
  }
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
export const RECOMMENDED_PASSWORD_MEMORY_KIB = 19_456

const key = z.base64().refine((key) => Buffer.from(key, 'base64').length === 32, 'must be 32 bytes in base64')

export const settings = {
  HOST: z.string().min(1).default('127.0.0.1'),
  SERVICE_HOST: z.string().min(1).default('127.0.0.1'),
  TRUSTED_PROXIES: addresses(''),
  EDGE_ADDRESSES: addresses('127.0.0.1, ::1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  PUBLIC_URL: orDefault(z.url({ protocol: /^https?$/ }).default('http://localhost:3000')),
  EVENTSTORE_URL: z.string().regex(/^esdb(\+discover)?:\/\//, 'must begin with esdb:// or esdb+discover://'),
  EVENTSTORE_DIRECTORY: z.string().min(1),
  POSTGRES_URL: postgresUrl,
  READ_POSTGRES_URL: optional(postgresUrl),
  COMMAND_API_POSTGRES_PASSWORD: rolePassword,
  WORKER_POSTGRES_PASSWORD: rolePassword,
  PROJECTOR_POSTGRES_PASSWORD: rolePassword,
  READ_API_POSTGRES_PASSWORD: rolePassword,
  COMMAND_API_EVENTSTORE_PASSWORD: rolePassword,
  WORKER_EVENTSTORE_PASSWORD: rolePassword,
  PROJECTOR_EVENTSTORE_PASSWORD: rolePassword,
  SMTP_URL: z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'),
  MAIL_FROM: z.string().min(3).default('MedicReady <no-reply@medicready.example>'),
  POSTAL_ADDRESS: optional(z.string().min(10).max(200)),
  REMINDERS_PER_SECOND: orDefault(z.coerce.number().min(0.1).max(1_000).default(50)),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  MASTER_KEY: key,
  MASTER_KEY_PREVIOUS: optional(key),
  BACKUP_KEY: key,
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters'),
  CALLS_PER_MINUTE: orDefault(z.coerce.number().int().min(1).max(1_000_000_000).default(600)),
  ATTEMPTS_PER_NETWORK: orDefault(z.coerce.number().int().min(1).max(1_000_000_000).default(300)),
  ATTEMPTS_OVERALL: orDefault(z.coerce.number().int().min(1).max(1_000_000_000).default(10_000)),
  PASSWORD_MEMORY_KIB: optional(z.coerce.number().int().min(8).max(1_048_576)),
  ADMIN_EMAIL: optional(z.email()),
  ADMIN_PASSWORD: optional(z.string().min(6)),
  ADMIN_TOTP_SECRET: optional(z.string().regex(/^[A-Z2-7]{26,103}$/, 'must be at least 26 letters of base32: A to Z, 2 to 7')),
  EDGE_PORT: port(3000),
  COMMAND_API_PORT: port(3001),
  READ_API_PORT: port(3002),
  PROJECTOR_PORT: port(3003),
  WORKER_PORT: port(3004),
  EDGE_HEALTH_PORT: port(3005),
  COMMAND_API_URL: z.url().default('http://127.0.0.1:3001'),
  READ_API_URL: z.url().default('http://127.0.0.1:3002'),
  WORKER_URL: z.url().default('http://127.0.0.1:3004'),
  PROJECTOR_URL: z.url().default('http://127.0.0.1:3003'),
  EDGE_HEALTH_URL: z.url().default('http://127.0.0.1:3005'),
  BANK_DIRECTORY: optional(z.string().min(1)),
  EXPORT_DIRECTORY: optional(z.string().min(1)),
  OPENAI_API_KEY: optional(z.string().min(1)),
  OPENAI_BASE_URL: optional(z.url({ protocol: /^https?$/ })),
  OPENAI_MODEL: orDefault(z.string().min(1).default('gpt-5-mini')),
  OPENAI_INPUT_PRICE: orDefault(z.coerce.number().min(0).default(0.25)),
  OPENAI_OUTPUT_PRICE: orDefault(z.coerce.number().min(0).default(2)),
  OPENAI_DAILY_CALLS: orDefault(z.coerce.number().int().min(0).max(1_000_000).default(400)),
  OPENAI_DAILY_DOLLARS: orDefault(z.coerce.number().min(0).max(1_000).default(2)),
  STRIPE_SECRET_KEY: z.string().regex(/^[sr]k_(test|live)_\w{16,}$/, 'must be a secret key of Stripe: sk_test_… or sk_live_…'),
  STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\S{16,}$/, 'must be the signing secret of a webhook endpoint: whsec_…'),
  STRIPE_API_BASE: optional(z.url({ protocol: /^https?$/ })),
  SES_TOPIC_ARN: optional(
    z.string().regex(/^arn:aws(-cn|-us-gov)?:sns:[a-z]+(-[a-z]+)+-\d:\d{12}:[\w-]{1,256}$/, 'must be the ARN of a topic: arn:aws:sns:…'),
  ),
  POSTMARK_WEBHOOK_LOGIN: optional(
    z.string().regex(/^[^:\s]+:\S{16,}$/, 'must be name:password, with at least 16 letters in the password'),
  ),
  SENDGRID_WEBHOOK_KEY: optional(z.base64().refine(isEllipticKey, 'must be the verification key of the event webhook')),
  MAILGUN_SIGNING_KEY: optional(z.string().min(16, 'must be the HTTP webhook signing key')),
  PUSH_SERVICE_URL: optional(z.url({ protocol: /^https?$/ })),
  OPENAI_TIMEOUT_SECONDS: orDefault(z.coerce.number().int().min(1).max(300).default(120)),
} as const

export class EnvironmentError extends Error {
  constructor(faults: readonly string[]) {
    super(
      `The environment is not complete:\n${faults.map((fault) => `  ${fault}`).join('\n')}\nEvery setting is described in .env.example.`,
    )
    this.name = 'EnvironmentError'
  }
}

export function parseEnvironment<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: Record<string, string | undefined>,
): z.infer<z.ZodObject<Shape>> {
  const result = z.object(shape).safeParse(environment)
  if (result.success) {
    const disagreement = disagreementIn(result.data)
    if (disagreement !== null) throw new EnvironmentError([disagreement])
    return result.data as z.infer<z.ZodObject<Shape>>
  }
  throw new EnvironmentError(
    result.error.issues.map((issue) => {
      const name = issue.path.join('.')
      return `${name}: ${environment[name] === undefined || environment[name] === '' ? 'is missing' : issue.message}`
    }),
  )
}

type Related = { readonly [Name in 'PUBLIC_URL' | 'TRUSTED_PROXIES' | 'PASSWORD_MEMORY_KIB']?: unknown }

/** A local PUBLIC_URL waives the second factor and strong hashes, so it must not be used behind a proxy. */
function disagreementIn({ PUBLIC_URL, TRUSTED_PROXIES, PASSWORD_MEMORY_KIB }: Related): string | null {
  if (typeof PUBLIC_URL !== 'string') return null
  const hasProxies = Array.isArray(TRUSTED_PROXIES) && TRUSTED_PROXIES.length > 0
  const isWeak = typeof PASSWORD_MEMORY_KIB === 'number' && PASSWORD_MEMORY_KIB < RECOMMENDED_PASSWORD_MEMORY_KIB
  if (hasProxies && isThisMachine(PUBLIC_URL))
    return `PUBLIC_URL: ${PUBLIC_URL} is an address of this machine, but TRUSTED_PROXIES names proxies. Set it to the address that people use.`
  if (isWeak && !isThisMachine(PUBLIC_URL))
    return `PASSWORD_MEMORY_KIB: must be at least ${RECOMMENDED_PASSWORD_MEMORY_KIB} unless PUBLIC_URL is an address of this machine`
  return null
}

export function readEnvironment<Shape extends z.ZodRawShape>(shape: Shape): z.infer<z.ZodObject<Shape>> {
  try {
    return parseEnvironment(shape, process.env)
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

export const readSettings = <Name extends keyof typeof settings>(...names: Name[]) =>
  readEnvironment(Object.fromEntries(names.map((name) => [name, settings[name]])) as Pick<typeof settings, Name>)
