const UNDEFINED_TABLE = '42P01'

/** Whether an error says that a read model has no table yet: at the very first start, it is still being built. */
export const isNotBuilt = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE && error.message.includes('"read.')
