import { inject } from 'vitest'
import type { PushTarget } from '../push/push-sender.ts'
import { freePort } from './free-port.ts'
import { answers, startProgram } from './program.ts'

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
  const service = await startProgram(inject('pushServer'), { PUSH_PORT: String(port) }, () => answers(`${url}/health`))
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
    close: () => service.end(),
  }
}
export type TestPushService = Awaited<ReturnType<typeof startTestPushService>>
