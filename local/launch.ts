import { setMaxListeners } from 'node:events'
import { createOutput } from './output.ts'
import { portFaults, type WantedPort } from './ports.ts'
import { AlreadyRunning, announceStop, claim, recordProcesses } from './recorded-processes.ts'
import { exists, npmAncestors } from './running-process.ts'
import { createSupervisor, type Part, PartFailed } from './supervisor.ts'

export type LaunchPlan = {
  directory: string
  ports: readonly WantedPort[]
  /** Parts of a stage start together; stages end in reverse order. */
  stages: readonly (readonly Part[])[]
  /** Runs beside the first stages; the last stage waits for it. */
  beside?: Part
  recover?: (say: (text: string) => void) => Promise<void>
  welcome: () => string
  verbose?: boolean
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export async function launch(plan: LaunchPlan): Promise<number> {
  const { stages, beside, verbose = false } = plan
  const names = [...stages.flat(), ...(beside ? [beside] : [])].map(({ name }) => name)
  const output = createOutput(names, verbose)
  try {
    await claim(plan.directory)
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error
    output.warn(error.message)
    return 1
  }
  const ending = new AbortController()
  setMaxListeners(50, ending.signal)
  const asked = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve(), { once: true }))
  const end = () => ending.abort()
  for (const name of endings) process.on(name, end)
  const npmWatch = endWithNpm(end)

  const recorded = await recordProcesses(plan.directory, output.say)
  await plan.recover?.(output.say)
  const faults = await portFaults(plan.ports)
  if (faults.length > 0) {
    output.warn(['MedicReady cannot start, because these ports are not available:', ...faults.map((fault) => `  ${fault}`)].join('\n'))
    clearInterval(npmWatch)
    return 1
  }

  const supervisor = createSupervisor({ output, recorded, verbose })
  let code = 0
  const failed = (error: unknown) => {
    code = 1
    output.warn(error instanceof PartFailed ? `${error.message} Its output is above.` : String((error as Error).stack ?? error))
    end()
  }
  const startAll = async () => {
    const built = beside ? supervisor.start(beside) : Promise.resolve()
    built.catch(failed)
    for (const [index, stage] of stages.entries()) {
      if (index === stages.length - 1) await built
      if (ending.signal.aborted) return
      await Promise.all(stage.map((part) => supervisor.start(part)))
    }
    if (!ending.signal.aborted) output.say(plan.welcome())
  }
  await Promise.race([startAll().then(() => asked, failed), asked])
  announceStop(plan.directory)
  if (code === 0) output.say('Stopping')
  for (const stage of [...stages, beside ? [beside] : []].reverse()) await supervisor.stop(stage.map(({ name }) => name))
  clearInterval(npmWatch)
  for (const name of endings) process.off(name, end)
  return code
}

function endWithNpm(end: () => void): NodeJS.Timeout | undefined {
  if (!process.env.npm_lifecycle_event) return undefined
  const ancestors = npmAncestors()
  const timer = setInterval(() => {
    if (!ancestors.every(exists)) end()
  }, 200)
  timer.unref()
  return timer
}
