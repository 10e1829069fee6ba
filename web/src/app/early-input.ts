/**
 * Runs in the page before the app does, as a script of its own. Keeps what is pressed or typed before the app listens,
 * and then repeats it in order. From then on the document has the attribute `data-alive`.
 */

interface Kept {
  readonly event: Event
  /** What was meant. Where the page is rendered anew, another element takes its place. */
  readonly words: string | null
  /** Its place among those with the same words. */
  readonly place: number
  readonly value: string
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const EVENTS = ['click', 'focusin', 'input', 'keydown', 'submit']
const CONTROLS = 'a, button, input, label, select, summary, textarea'
const FIELDS = 'select, textarea, input:not([type="button"], [type="checkbox"], [type="radio"], [type="submit"])'
/** What the browser presses itself when Enter is. */
const PRESSED_BY_KEYS = 'a, button, summary'
const MOST_KEPT = 200

const kept: Kept[] = []
let isActing = false

const wordsOf = (control: Element): string =>
  `${control.tagName} ${control.getAttribute('aria-label') ?? ((control as Field).labels?.[0] ?? control).textContent}`
const withWords = (words: string | null): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => wordsOf(control) === words)

/** Links lead on without the app, fields take words, and some keys are the browser's own. */
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
    // By the element's own setter: React has put another one before it, and would see no change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  }
}

async function actOnAll() {
  for (let next = kept.shift(); next; next = kept.shift()) {
    isActing = true
    act(next)
    isActing = false
    // The app draws what came of it before the next one.
    await new Promise((resolve) => setTimeout(resolve))
  }
  for (const type of EVENTS) removeEventListener(type, keep, true)
  document.documentElement.dataset.alive = ''
}

for (const type of EVENTS) addEventListener(type, keep, true)
addEventListener('applistens', () => void actOnAll(), { once: true })
