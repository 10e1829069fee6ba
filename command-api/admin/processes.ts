import type { Processes } from '../worker/definitions.ts'
import { giveUpPutAside, resumeProcess, retryPutAside } from './resume-process.ts'

export const adminProcesses: Processes = {
  reactions: [
    {
      name: 'resumptions',
      on: { ProcessResumed: resumeProcess, PutAsideRetried: retryPutAside, PutAsideGivenUp: giveUpPutAside },
    },
  ],
  jobs: [],
}
