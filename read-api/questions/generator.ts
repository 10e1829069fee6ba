import { z } from 'zod'

/** Whether a model writes questions. `silent`: the worker does not say, so that nobody knows. */
export interface Generator {
  readonly generator: 'on' | 'off' | 'silent'
  readonly model: string | null
}

const PATIENCE_MILLISECONDS = 1_000

/** What a worker's health says of its generator: null while it is off. */
const Health = z.object({ generator: z.object({ model: z.string() }).nullable() })

/** Asks the worker's health: whoever has the key is the only one who knows. */
export async function askGenerator(workerUrl: string): Promise<Generator> {
  try {
    const answer = await fetch(new URL('/health/ready', workerUrl), { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })
    const { generator } = Health.parse(await answer.json())
    return generator === null ? { generator: 'off', model: null } : { generator: 'on', model: generator.model }
  } catch {
    return { generator: 'silent', model: null }
  }
}
