import { planOnce } from '@medicready/platform/postgres/connection'

/** Rows and checkpoint are lost together and folded again. A plan made for a small table would scan it forever. */
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
