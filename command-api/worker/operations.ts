import type { Operations } from '../operations.ts'
import type { Parts } from '../parts.ts'
import { reactions } from '../processes.ts'
import { Progress } from './progress.ts'

const reactionNames = reactions.map(({ name }) => name)

/** What an operator does with the worker: `npm run worker -- <operation> …`. */
export const workerOperations: Operations = {
  resume: {
    usage: `<${['all', ...reactionNames].join('|')}>`,
    run: (parts, [name = '']) => (['all', ...reactionNames].includes(name) ? resume(parts, name) : undefined),
  },
}

/** Lets a parked reaction of the worker go on, or all of them. */
async function resume({ sql }: Parts, name: string): Promise<string> {
  const progress = new Progress(sql)
  const parked = (await progress.parked()).map(({ reaction }) => reaction).filter((reaction) => name === 'all' || reaction === name)
  for (const reaction of parked) await progress.resume(reaction)
  if (parked.length === 0) return name === 'all' ? 'No reaction is parked.' : `${name} is not parked.`
  return `${parked.join(', ')}: resumed, and the worker goes on within some seconds.`
}
