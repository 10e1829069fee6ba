import { isCardNumber } from './cards.ts'
import type { TypedCard } from './checkout-payment.ts'
import { type Html, html } from './html.ts'
import type { Buyer } from './kinds.ts'

/** What a form says, as it was typed. */
export type Typed = Readonly<Record<string, string>>

interface Options {
  readonly action: string
  readonly button: string
  readonly typed?: Typed
  /** What is wrong, by field; under '' what is wrong with the card as a whole. */
  readonly faults?: Readonly<Record<string, string>>
  /** Whose address is not known yet. */
  readonly asksEmail?: boolean
}

interface Field {
  readonly name: string
  readonly label: string
  readonly autocomplete: string
  readonly type?: string
  readonly numeric?: boolean
  readonly hint?: string
}

const email: Field = { name: 'email', label: 'Email', autocomplete: 'email', type: 'email' }
const number: Field = { name: 'number', label: 'Card number', autocomplete: 'cc-number', numeric: true }
const expiry: Field = { name: 'expiry', label: 'Expiry (MM / YY)', autocomplete: 'cc-exp', numeric: true }
const cvc: Field = { name: 'cvc', label: 'Security code (CVC)', autocomplete: 'cc-csc', numeric: true }
const holder: Field = { name: 'name', label: 'Name on card', autocomplete: 'cc-name' }

/** A form for a card. Of what was typed before, the security code is never shown again. */
export function cardForm({ action, button, typed = {}, faults = {}, asksEmail = false }: Options): Html {
  const input = ({ name, label, autocomplete, type = 'text', numeric }: Field) => {
    const fault = faults[name]
    return html`<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required value="${name === 'cvc' ? '' : (typed[name] ?? '')}"
${numeric ? html`inputmode="numeric"` : null} ${fault ? html`aria-invalid="true" aria-describedby="${name}-fault"` : null}>
${fault ? html`<p class="bad" id="${name}-fault">${fault}</p>` : null}</div>`
  }
  return html`${faults[''] ? html`<p class="bad" role="alert">${faults['']}</p>` : null}
<form method="post" action="${action}" novalidate>
${asksEmail ? input(email) : null}
${input(number)}
<div class="pair">${input(expiry)}${input(cvc)}</div>
${input(holder)}
<button class="whole">${button}</button>
</form>
${testCards}`
}

const known: readonly (readonly [string, string])[] = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0025 0000 3155', 'asks for authentication'],
  ['4000 0000 0000 0341', 'pays now, and fails at renewal'],
]

const testCards = html`<h2>Test cards</h2>
<ul>${known.map(([digits, does]) => html`<li><code>${digits}</code> ${does}</li>`)}</ul>
<p class="soft">With any later month and any three digits.</p>`

/** Reads a card form; by field what is wrong with it. */
export function readCard(typed: Typed, now: number): { card: TypedCard; name: string; faults: Record<string, string> } {
  const digits = (typed.number ?? '').replaceAll(/[\s-]/g, '')
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(typed.expiry ?? '') ?? []
  const card = { number: digits, expMonth: Number(month), expYear: 2000 + Number(year) }
  const name = (typed.name ?? '').trim()
  const isMonth = card.expMonth >= 1 && card.expMonth <= 12
  // It is good until its month has passed.
  const isPast = Date.UTC(card.expYear, card.expMonth) / 1000 <= now
  const faults = {
    ...(!isCardNumber(digits) && { number: 'Your card number is invalid.' }),
    ...(!isMonth
      ? { expiry: "Your card's expiration date is invalid." }
      : isPast && { expiry: "Your card's expiration date is in the past." }),
    ...(!/^\d{3,4}$/.test(typed.cvc ?? '') && { cvc: "Your card's security code is invalid." }),
    ...(!name && { name: 'Please enter the name on the card.' }),
  }
  return { card, name, faults }
}

export function readBuyer(typed: Typed, knownEmail: string | null, name: string): { buyer: Buyer; faults: Record<string, string> } {
  const given = knownEmail ?? (typed.email ?? '').trim()
  return { buyer: { email: given, name }, faults: /^[^@\s]+@[^@\s]+$/.test(given) ? {} : { email: 'Please enter your email address.' } }
}
