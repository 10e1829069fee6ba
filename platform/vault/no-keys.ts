import type { Vault } from './vault.ts'

export type PersonalKeys = Pick<Vault, 'keysOf' | 'keyFor'>

/** For readers that open no personal text: sealed fields are null, as after an erasure. */
export const noKeys: PersonalKeys = {
  keysOf: async () => new Map(),
  keyFor: async (subject) => {
    throw new Error(`The key of ${subject} is not available here.`)
  },
}
