import type { Processes } from './definitions.ts'
import { measureServices } from './measure-services.ts'

export const workerProcesses: Processes = {
  reactions: [],
  jobs: [{ name: 'service-states', schedule: '* * * * *', run: (parts) => measureServices(parts) }],
}
