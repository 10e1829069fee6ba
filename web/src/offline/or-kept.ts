import { isSomeKept } from './some-kept.ts'

/** What a read answers; without a connection, what was kept under a name. Its code comes where something is kept. */
export const orKept = <Value>(name: string, answer: Promise<Value>): Promise<Value> =>
  answer.catch(async (error: unknown) => {
    if (!isSomeKept()) throw error
    return (await (await import('./kept-reads.ts')).keptInsteadOf(error, name)) as Value
  })
