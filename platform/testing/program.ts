import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const READY_MILLISECONDS = 60_000

/** Starts a program with its arguments, and waits until it is ready. Throws if it ends first. */
export async function startProgram(
  [program = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  isReady: () => Promise<boolean>,
) {
  const child = spawn(program, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'inherit'] })
  const endWithUs = () => void child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  const deadline = Date.now() + READY_MILLISECONDS
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${args[0]} ended with code ${child.exitCode}.`)
    if (Date.now() > deadline) throw new Error(`${args[0]} was not ready in time.`)
    await sleep(50)
  }
  return {
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    /** Returns the exit code; null for one that a signal ended. */
    async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill(signal)
        await ended
      }
      return child.exitCode
    },
  }
}

export const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
