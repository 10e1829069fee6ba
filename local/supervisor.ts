import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LineReader, Output } from './output.ts'
import type { RecordedProcesses } from './recorded-processes.ts'

export type Part = {
  name: string
  command: readonly string[]
  /** Added to the launcher's environment; undefined removes a variable. */
  environment?: Record<string, string | undefined>
  folder?: string
  once?: boolean
  quiet?: boolean
  ready?: () => Promise<unknown>
  patience?: number
  /** The file that gets all output. */
  log?: string
}

export class PartFailed extends Error {}

type Running = { part: Part; child?: ChildProcess; ready: boolean; exited: Promise<void>; stopping: boolean; cancel: AbortController }

const attemptsBeforeReady = 4
const firstPause = 500
const longestPause = 10_000
const steadyAfter = 30_000
const preload = new URL('./end-with-launcher.ts', import.meta.url).href

function readLines(input: NodeJS.ReadableStream | null, read: LineReader): void {
  if (!input) return
  createInterface({ input }).on('line', (line) => {
    if (line.trim()) read(line)
  })
}

const newlyRunning = (part: Part): Running => ({
  ...{ part, ready: false, exited: Promise.resolve(), stopping: false, cancel: new AbortController() },
})

interface Supervision {
  readonly output: Output
  /** What is recorded can be ended by a later run; all else ends with this process and its group. */
  readonly recorded?: RecordedProcesses
  readonly verbose?: boolean
}

export function createSupervisor({ output, recorded, verbose = false }: Supervision) {
  const parts = new Map<string, Running>()

  function run(running: Running): Promise<string | undefined> {
    const { part } = running
    const [program = process.execPath, ...args] = part.command
    const ours = program === process.execPath && !part.once
    const log = part.log === undefined ? undefined : openSync(part.log, 'a')
    const child = spawn(program, ours ? ['--import', preload, ...args] : args, {
      cwd: part.folder,
      env: { ...process.env, ...part.environment },
      // Ctrl-C reaches the whole process group; in groups of their own, parts end in order.
      detached: recorded !== undefined && process.platform !== 'win32',
      stdio: ['ignore', log ?? 'pipe', log ?? 'pipe', ...(ours ? (['ipc'] as const) : [])],
      windowsHide: true,
    })
    if (log !== undefined) closeSync(log)
    running.child = child
    running.ready = false
    if (child.pid) recorded?.add(part.name, child.pid)
    const show = output.linesOf(part.name)
    const kept: string[] = []
    const read: LineReader =
      part.quiet && !verbose
        ? (line) => {
            kept.push(line)
            if (kept.length > 200) kept.shift()
          }
        : show
    readLines(child.stdout, read)
    // A service's stderr is always shown; that of a successful step is not.
    readLines(child.stderr, part.once ? read : show)
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code === 0 && part.once ? undefined : signal ? `killed by ${signal}` : `code ${code}`))
    const ended = promise.then((reason) => {
      if (child.pid) recorded?.remove(child.pid)
      delete running.child
      if (reason && !running.stopping && !running.ready) for (const line of kept) show(line)
      return reason
    })
    running.exited = ended.then(() => {})
    return ended
  }

  async function becomeReady(running: Running, stop: AbortSignal): Promise<void> {
    const { part } = running
    let reminder = Date.now() + 15_000
    while (!stop.aborted && part.ready) {
      try {
        await part.ready()
        return
      } catch (error) {
        if (Date.now() > reminder) {
          output.warn(`Still waiting for ${part.name}: ${(error as Error).message}`)
          reminder += 15_000
        }
        await sleep(100)
      }
    }
  }

  async function keepRunning(running: Running, firstReady: () => void, fail: (error: Error) => void): Promise<void> {
    const { part } = running
    let everReady = false
    let failures = 0
    while (!running.stopping) {
      const started = Date.now()
      const stopWaiting = new AbortController()
      const ended = run(running)
      void becomeReady(running, stopWaiting.signal).then(() => {
        if (stopWaiting.signal.aborted || running.stopping) return
        running.ready = true
        if (everReady) output.say(`${part.name} is back`)
        everReady = true
        firstReady()
      })
      const reason = await ended
      stopWaiting.abort()
      if (running.stopping) return
      failures = Date.now() - started > steadyAfter ? 1 : failures + 1
      if (!everReady && failures >= attemptsBeforeReady) return fail(new PartFailed(`${part.name} does not start (${reason}).`))
      const pause = Math.min(firstPause * 2 ** (failures - 1), longestPause)
      output.warn(`${part.name} ended (${reason}); restarting in ${pause / 1000} s`)
      await sleep(pause, undefined, { signal: running.cancel.signal }).catch(() => {})
    }
  }

  const isRunning = (name: string): boolean => parts.get(name)?.child !== undefined

  return {
    async start(part: Part): Promise<void> {
      const running = newlyRunning(part)
      parts.set(part.name, running)
      if (part.once) {
        const reason = await run(running)
        if (reason && !running.stopping) throw new PartFailed(`${part.name} failed (${reason}).`)
        return
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      void keepRunning(running, resolve, reject)
      await promise
    },

    /** Neither waits for it nor starts it again. Leaves a running part alone. */
    launch(part: Part, endedByItself: (reason: string | undefined) => void): void {
      if (isRunning(part.name)) return
      const running = newlyRunning(part)
      parts.set(part.name, running)
      void run(running).then((reason) => {
        if (!running.stopping) endedByItself(reason)
      })
    },

    isRunning,

    async whenReady(name: string, milliseconds: number): Promise<void> {
      const deadline = Date.now() + milliseconds
      for (;;) {
        const isReady = await parts
          .get(name)
          ?.part.ready?.()
          .then(
            () => true,
            () => false,
          )
        if (!isRunning(name)) throw new PartFailed(`${name} ended before it was ready.`)
        if (isReady !== false) return
        if (Date.now() > deadline) throw new PartFailed(`${name} was not ready after ${milliseconds} ms.`)
        await sleep(50)
      }
    },

    signal(name: string, signal: NodeJS.Signals): void {
      parts.get(name)?.child?.kill(signal)
    },

    /** As `kill -9` does. */
    async kill(name: string): Promise<void> {
      const running = parts.get(name)
      if (!running?.child) return
      running.stopping = true
      running.child.kill('SIGKILL')
      await running.exited
    },

    async stop(names: readonly string[]): Promise<void> {
      await Promise.all(
        names.map(async (name) => {
          const running = parts.get(name)
          if (!running) return
          running.stopping = true
          running.cancel.abort()
          const { child, part } = running
          if (!child) return
          child.kill('SIGTERM')
          const patience = setTimeout(() => {
            output.warn(`${name} does not stop: killing it`)
            child.kill('SIGKILL')
          }, part.patience ?? 8_000)
          await running.exited
          clearTimeout(patience)
        }),
      )
    },
  }
}
