import { systemClock } from '@medicready/platform/clock'
import { findAccount } from '../accounts/find-account.ts'
import { noteAction } from '../admin/students.ts'
import { ownContext } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Operations, Refused } from '../operations.ts'
import { reactions } from '../processes.ts'
import { Progress, type PutAside } from './progress.ts'

const reactionNames = reactions.map(({ name }) => name)

export const workerOperations: Operations = {
  resume: {
    usage: `<${['all', ...reactionNames].join('|')}>`,
    run: (deps, [name = '']) => (['all', ...reactionNames].includes(name) ? resume(deps, name) : undefined),
  },
  'put-aside': { usage: '', run: (deps) => list(deps) },
  retry: {
    usage: '<reaction> <event id | all>',
    run: (deps, [reaction, eventId]) => (reaction && eventId ? retry(deps, reaction, eventId) : undefined),
  },
  'give-up': {
    usage: "<reaction> <event id> <an administrator's email> <reason>",
    run: (deps, [reaction, eventId, email, ...reason]) =>
      reaction && eventId && email && reason.length > 0 ? giveUp(deps, { reaction, eventId }, email, reason.join(' ')) : undefined,
  },
}

async function resume({ sql }: Dependencies, name: string): Promise<string> {
  const progress = new Progress(sql)
  const stuck = [...(await progress.parked()), ...(await progress.putAsides())].map(({ reaction }) => reaction)
  const chosen = [...new Set(stuck)].filter((reaction) => name === 'all' || reaction === name)
  for (const reaction of chosen) await progress.resume(reaction)
  if (chosen.length === 0) return name === 'all' ? 'No reaction is parked, and no event is set aside.' : `${name} is not parked.`
  return `${chosen.join(', ')}: resumed. The worker continues within a few seconds.`
}

async function list({ sql }: Dependencies): Promise<string> {
  const asides = await new Progress(sql).putAsides()
  if (asides.length === 0) return 'No event is set aside.'
  return asides
    .map(({ reaction, eventId, type, streamName, incident, at, behind }) =>
      [`${reaction} ${eventId}`, `  ${type} of ${streamName}, since ${at}; ${behind} wait behind it`, `  ${incident}`].join('\n'),
    )
    .join('\n')
}

async function retry({ sql }: Dependencies, reaction: string, eventId: string): Promise<string> {
  const progress = new Progress(sql)
  const chosen = (await progress.putAsides()).filter((one) => one.reaction === reaction && (eventId === 'all' || one.eventId === eventId))
  for (const one of chosen) await progress.retry(reaction, one.eventId)
  if (chosen.length === 0) throw new Refused(`${reaction} has put no such event aside.`)
  return `Events to be retried within a few seconds: ${chosen.length}.`
}

async function giveUp(deps: Dependencies, { reaction, eventId }: Pick<PutAside, 'reaction' | 'eventId'>, email: string, reason: string) {
  const isAside = (await new Progress(deps.sql).putAsides()).some((one) => one.reaction === reaction && one.eventId === eventId)
  if (!isAside) throw new Refused(`${reaction} has put no such event aside.`)
  const account = await findAccount(deps, email)
  if (!account) throw new Refused(`No one is registered as ${email}.`)
  const data = { by: account.state.userId, reaction, eventId, reason }
  await noteAction(deps, { type: 'PutAsideGivenUp', data }, ownContext('operator', systemClock))
  return 'The event is skipped. Events that waited behind it continue within a few seconds.'
}
