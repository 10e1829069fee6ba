import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import type { PushTarget } from '../push/push-sender.ts'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    pushServer: string[]
  }
}

export interface TakenPush {
  readonly deviceId: string
  readonly content: string
  readonly topic: string | null
  readonly seconds: number
  readonly urgency: string
}

export async function startTestPushService() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [program = '', ...programArguments] = inject('pushServer')
  const child = spawn(program, programArguments, {
    env: { ...process.env, PUSH_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isReady = () => fetch(`${url}/health`).then(Boolean, () => false)
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the push service ended with code ${child.exitCode}`)
    await sleep(25)
  }
  const post = (path: string, body: object) => fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  const idOf = ({ endpoint }: PushTarget) => endpoint.slice(endpoint.lastIndexOf('/') + 1)
  return {
    url,
    subscribe: async (applicationServerKey?: string): Promise<PushTarget> =>
      (await (await post('/devices', { applicationServerKey })).json()) as PushTarget,
    behave: async (device: PushTarget, behaviour: { status?: number; milliseconds?: number; times?: number }): Promise<void> => {
      await post(`/devices/${idOf(device)}/behaviour`, behaviour)
    },
    forget: async (device: PushTarget): Promise<void> => {
      await fetch(`${url}/devices/${idOf(device)}`, { method: 'DELETE' })
    },
    taken: async (device: PushTarget): Promise<TakenPush[]> => {
      const all = (await (await fetch(`${url}/messages`)).json()) as TakenPush[]
      return all.filter(({ deviceId }) => deviceId === idOf(device))
    },
    close: async (): Promise<void> => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
export type TestPushService = Awaited<ReturnType<typeof startTestPushService>>
