import { settings } from '@medicready/platform/environment'
import { z } from 'zod'

const port = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback)

export const localSettings = {
  HOST: settings.HOST,
  SERVICE_HOST: settings.SERVICE_HOST,
  DATA_DIR: z.string().min(1).default('.data'),
  EVENTSTORE_PORT: port(2113),
  EVENTSTORE_SERVER: z.string().min(1).optional(),
  POSTGRES_PORT: port(5433),
  POSTGRES_PASSWORD: z.string().min(1).optional(),
  SMTP_PORT: port(1025),
  INBOX_PORT: port(1080),
  STRIPE_PORT: port(12_111),
  PUSH_PORT: z.preprocess((value) => value || undefined, z.coerce.number().int().min(1).max(65_535).optional()),
  STRIPE_DISORDER: z.coerce.number().min(0).max(1).default(0.1),
  STRIPE_SEED: z.string().default('1'),
} as const
