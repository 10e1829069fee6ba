const UNDEFINED_TABLE = '42P01'

/** Whether an error says that a read model has no table yet. At the very first start, read models are still being built. */
export const isNotBuilt = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE && error.message.includes('"read.')
