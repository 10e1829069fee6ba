import type { RejectionReason } from '@medicready/domain/questions/authoring/generation-day'
import type { LanguageModel, Spent } from '@medicready/platform/openai/language-model'
import { Counter, Gauge, type Registry } from 'prom-client'

const breakerStates = ['closed', 'half-open', 'open'] as const

/** Since this process began; the log has the exact figures per day. */
export class GenerationMetrics {
  readonly #calls
  readonly #dollars
  readonly #accepted
  readonly #rejected

  constructor(registry: Registry, model: LanguageModel) {
    const registers = [registry]
    this.#calls = new Counter({ name: 'generation_calls_total', help: 'Calls to the model, retries included.', registers })
    this.#dollars = new Counter({ name: 'generation_cost_dollars_total', help: 'What the calls cost, in US dollars.', registers })
    this.#accepted = new Counter({ name: 'generation_accepted_total', help: 'Generated questions that were added.', registers })
    this.#rejected = new Counter({
      name: 'generation_rejected_total',
      help: 'Attempts at a question or a set that were discarded, by reason.',
      labelNames: ['reason'],
      registers,
    })
    new Gauge({
      name: 'generation_breaker_state',
      help: '1 for the state that the circuit breaker is in.',
      labelNames: ['state'],
      registers,
      collect() {
        for (const state of breakerStates) this.set({ state }, model.breaker === state ? 1 : 0)
      },
    })
  }

  spent({ calls, cost }: Spent): void {
    this.#calls.inc(calls)
    this.#dollars.inc(cost / 1_000_000)
  }

  accepted(questions: number): void {
    this.#accepted.inc(questions)
  }

  rejected(reason: RejectionReason): void {
    this.#rejected.inc({ reason })
  }
}
