import { planOnce } from '@medicready/platform/postgres/connection'

/**
 * No synchronous commit: rows and checkpoint are lost together and folded again. Generic plans with index access:
 * otherwise a plan made for a small table scans it forever.
 */
export const projectorSession = (name: string) => ({
  name,
  max: 16,
  parameters: {
    synchronous_commit: 'off',
    ...planOnce,
    enable_seqscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
  },
})
