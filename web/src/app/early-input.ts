/** Runs before the app: records presses and typing until the app listens, repeats them, then sets `data-alive`. */

interface Kept {
  readonly event: Event
  /** Identifies the element by its text, since rendering the page anew replaces the element. */
  readonly words: string | null
  readonly place: number
  readonly value: string
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const EVENTS = ['click', 'focusin', 'input', 'keydown', 'submit']
const CONTROLS = 'a, button, input, label, select, summary, textarea'
const FIELDS = 'select, textarea, input:not([type="button"], [type="checkbox"], [type="radio"], [type="submit"])'
const PRESSED_BY_KEYS = 'a, button, summary'
const MOST_KEPT = 200

const kept: Kept[] = []
let isActing = false

const wordsOf = (control: Element): string =>
  `${control.tagName} ${control.getAttribute('aria-label') ?? ((control as Field).labels?.[0] ?? control).textContent}`
const withWords = (words: string | null): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => wordsOf(control) === words)

/** Links work without the app, fields take text, and some keys are the browser's own. */
function isForApp(event: Event, control: Element | null): boolean {
  if (event instanceof KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || control?.matches(PRESSED_BY_KEYS)) return false
    if (control?.matches(FIELDS)) return event.key === 'Enter' && (control as Field).form === null
    return event.key === 'Enter' || (event.key.length === 1 && event.key !== ' ')
  }
  if (event.type === 'click') return control !== null && !control.matches(`a, ${FIELDS}`)
  if (event.type === 'input') return control?.matches(FIELDS) === true
  return control !== null
}

function keep(event: Event) {
  if (isActing) return
  const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null
  if (event.type === 'submit') event.preventDefault()
  else if (isForApp(event, control)) {
    const words = control && wordsOf(control)
    const place = control ? withWords(words).indexOf(control as HTMLElement) : -1
    if (kept.length < MOST_KEPT) kept.push({ event, words, place, value: (control as Field | null)?.value ?? '' })
    if (event.type === 'focusin') return
    event.stopImmediatePropagation()
    if (event.type !== 'input') event.preventDefault()
  }
}

function act({ event, words, place, value }: Kept) {
  const control = withWords(words)[place]
  if (event instanceof KeyboardEvent)
    (control ?? document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent(event.type, event))
  else if (event.type === 'click') control?.click()
  else if (event.type === 'focusin') control?.focus({ preventScroll: true })
  else if (control) {
    // The element's native setter: React overrides it, and would see no change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  }
}

async function actOnAll() {
  for (let next = kept.shift(); next; next = kept.shift()) {
    isActing = true
    act(next)
    isActing = false
    // Lets the app render the result before the next one.
    await new Promise((resolve) => setTimeout(resolve))
  }
  for (const type of EVENTS) removeEventListener(type, keep, true)
  document.documentElement.dataset.alive = ''
}

for (const type of EVENTS) addEventListener(type, keep, true)
addEventListener('applistens', () => void actOnAll(), { once: true })
