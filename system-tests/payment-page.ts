import { setTimeout as sleep } from 'node:timers/promises'

export const cards = {
  pays: '4242424242424242',
  asksItsHolder: '4000002500003155',
  failsAtRenewal: '4000000000000341',
  failsRefunds: '4000000000005126',
  disputes: '4000000000000259',
} as const

const PAUSE_MILLISECONDS = 150
const PATIENCE_MILLISECONDS = 10_000

/** Sends the form again when there is no answer. Returns false for a page that has expired. */
export async function payOnPage(address: string, number: string, { signal }: { signal: AbortSignal }): Promise<boolean> {
  for (;;) {
    signal.throwIfAborted()
    try {
      const outcome = await payOnce(address, number)
      if (outcome !== 'unknown') return outcome === 'paid'
    } catch (error) {
      if (error instanceof NotTaken) throw error
    }
    await sleep(PAUSE_MILLISECONDS, undefined, { signal })
  }
}

class NotTaken extends Error {}

async function payOnce(address: string, number: string): Promise<'paid' | 'expired' | 'unknown'> {
  const paying = await submitCard(address, number)
  if (paying.status === 410) return 'expired'
  if (paying.status === 402) throw new NotTaken(`${address} did not take the card ${number}`)
  const bank = goesOnAt(paying, address)
  if (bank === null) return 'unknown'
  if (!isBank(bank)) return 'paid'
  const after = goesOnAt(await submit(bank.href, { answer: 'passed' }), address)
  return after !== null && !isBank(after) ? 'paid' : 'unknown'
}

/** Types a card into the provider's page. */
export const submitCard = (address: string, number: string, whose: Partial<typeof buyer> = {}): Promise<Response> =>
  submit(address, { ...buyer, ...whose, number })

const buyer = { email: 'ada@students.example', expiry: '12 / 40', cvc: '123', name: 'Ada Lovelace', country: 'US', postal: '12345' }
const isBank = ({ pathname }: URL): boolean => pathname.startsWith('/authenticate/')

export async function submit(address: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields)
  const answer = await fetch(address, { method: 'POST', redirect: 'manual', body, signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })
  await answer.arrayBuffer()
  return answer
}

function goesOnAt({ status, headers }: Response, from: string): URL | null {
  const location = headers.get('location')
  return status === 303 && location !== null ? new URL(location, from) : null
}
