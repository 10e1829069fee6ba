import type { RecordedFact } from '@medicready/domain/events'
import { RESUME_CHANNEL } from '@medicready/platform/postgres/projection-channels'
import type { Processes, WorkerDeps } from '../worker/definitions.ts'
import { Progress } from '../worker/progress.ts'

export const adminProcesses: Processes = {
  reactions: [
    {
      name: 'resumptions',
      on: { ProcessResumed: resumeProcess, PutAsideRetried: retryPutAside, PutAsideGivenUp: giveUpPutAside },
    },
  ],
  jobs: [],
}

export async function resumeProcess({ data: { kind, name } }: RecordedFact<'ProcessResumed'>, { sql }: Pick<WorkerDeps, 'sql'>) {
  if (kind === 'reaction') await new Progress(sql).resume(name)
  else await sql.notify(RESUME_CHANNEL, name)
}

export async function retryPutAside({ data }: RecordedFact<'PutAsideRetried'>, { sql }: Pick<WorkerDeps, 'sql'>): Promise<void> {
  await new Progress(sql).retry(data.reaction, data.eventId)
}

export async function giveUpPutAside({ data }: RecordedFact<'PutAsideGivenUp'>, { sql }: Pick<WorkerDeps, 'sql'>): Promise<void> {
  await new Progress(sql).giveUp(data.reaction, data.eventId)
}
