import type { AnswerResult, ItemAnswer, Question } from '@medicready/domain/contract/questions/questions'
import { type AnswerableItem, answerableItem, make } from './sample-items.ts'

const button =
  'inline-flex min-h-11 items-center justify-center rounded-control border px-4 text-sm font-semibold transition-colors aria-disabled:opacity-55'
const primary = `${button} border-transparent bg-brand text-on-brand hover:bg-brand-strong`
const secondary = `${button} border-control bg-surface text-ink hover:bg-sunken aria-[current=true]:border-brand aria-[current=true]:bg-brand-soft aria-[current=true]:text-brand`

const UNREACHABLE = 'The server cannot be reached. Your answer is still here: please try again in a moment.'

async function call<Answer>(path: string, body?: object): Promise<Answer> {
  const answer = await fetch(path, {
    ...(body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => null)
  const told = await answer?.json().catch(() => null)
  if (!answer?.ok || told === null) throw new Error((told as { message?: string } | null)?.message ?? UNREACHABLE)
  return told as Answer
}

interface Shown {
  readonly question: Question
  readonly item: AnswerableItem
  readonly panel: HTMLElement
  isCorrect: boolean | null
}

/** Replaces the static questions with the server's current ones. */
async function begin(place: HTMLElement): Promise<void> {
  const questions = await call<Question[]>('/api/samples')
  const shown = questions.flatMap((question, index): Shown[] => {
    const item = answerableItem(question.item, `sample-${index}`)
    return item ? [{ question, item, panel: make('div', {}), isCorrect: null }] : []
  })
  const first = shown[0]
  if (!first) return

  const tabs = shown.map(({ panel }, index) =>
    make('button', { type: 'button', class: secondary, click: () => show(index, panel) }, `Question ${index + 1}`),
  )
  const show = (index: number, heading: HTMLElement | null) => {
    shown.forEach(({ panel, isCorrect }, at) => {
      panel.hidden = at !== index
      tabs[at]?.setAttribute('aria-current', at === index ? 'true' : 'false')
      tabs[at]?.replaceChildren(`Question ${at + 1}${isCorrect === null ? '' : isCorrect ? ' ✓ right' : ' ✗ wrong'}`)
    })
    heading?.querySelector<HTMLElement>('h4')?.focus()
  }
  const next = (): number => shown.findIndex(({ isCorrect }) => isCorrect === null)

  shown.forEach((one, index) => {
    one.panel.append(
      questionCard(one, index, shown.length, () => {
        show(index, null)
        return {
          create: place.dataset.create ?? '',
          next: next(),
          right: shown.filter(({ isCorrect }) => isCorrect).length,
          of: shown.length,
          show: (at) => show(at, shown[at]?.panel ?? null),
        }
      }),
    )
  })
  place.replaceChildren(
    make('div', { role: 'group', 'aria-label': 'Questions to try', class: 'mb-4 flex flex-wrap gap-2' }, ...tabs),
    ...shown.map(({ panel }) => panel),
  )
  show(0, null)
}

interface Standing {
  /** The address of the form for a new account. */
  readonly create: string
  readonly next: number
  readonly right: number
  readonly of: number
  readonly show: (index: number) => void
}

function questionCard(one: Shown, index: number, of: number, judged: () => Standing): HTMLElement {
  const { question, item } = one
  const fault = make('p', { role: 'alert', class: 'text-sm font-medium text-bad' })
  const submit = make('button', { type: 'submit', class: primary }, 'Submit Answer')
  const after = make('div', { class: 'grid gap-4' })
  const send = async (answer: ItemAnswer) => {
    submit.setAttribute('aria-disabled', 'true')
    submit.textContent = 'Submitting...'
    try {
      const result = await call<AnswerResult>(`/api/samples/${question.id}/answer`, { version: question.version, answer })
      one.isCorrect = result.isCorrect
      item.judge(result)
      submit.remove()
      const heading = make(
        'h5',
        { tabindex: -1, class: `text-xl font-semibold ${result.isCorrect ? 'text-ok' : 'text-bad'}` },
        `${result.isCorrect ? '✓ Correct' : '✗ Incorrect'}${partsOf(result)}`,
      )
      after.replaceChildren(heading, ...explanation(result), wayOn(judged()))
      heading.focus()
    } catch (error) {
      fault.textContent = error instanceof Error ? error.message : UNREACHABLE
      submit.removeAttribute('aria-disabled')
      submit.textContent = 'Submit Answer'
    }
  }
  return make(
    'form',
    {
      class: 'grid gap-5 rounded-card border border-hairline bg-surface p-5 sm:p-6',
      'aria-label': `Question ${index + 1} of ${of}`,
      submit: (event) => {
        event.preventDefault()
        if (submit.hasAttribute('aria-disabled')) return
        const answer = item.answer()
        fault.textContent = answer ? '' : 'Please answer every part before submitting.'
        if (answer) void send(answer)
      },
    },
    make('h4', { tabindex: -1, class: 'text-lg font-normal' }, question.stem),
    question.picture &&
      make('img', {
        src: question.picture.imageUrl,
        alt: question.picture.alt,
        width: question.picture.width,
        height: question.picture.height,
        class: 'h-auto w-full rounded-control border border-hairline',
      }),
    item.element,
    fault,
    make('div', {}, submit),
    after,
  )
}

const partsOf = ({ isCorrect, parts }: AnswerResult): string =>
  isCorrect || parts.of === 1 ? '' : `: ${parts.right} of ${parts.of} parts right`

const titled = (title: string, ...contents: Node[]) =>
  make('div', { class: 'grid gap-1.5' }, make('h6', { class: 'text-sm font-semibold' }, title), ...contents)

function explanation({ question }: AnswerResult): HTMLElement[] {
  return [
    titled('Explanation', make('p', {}, question.explanation)),
    titled(
      'Part by part',
      make(
        'ul',
        { class: 'grid gap-2' },
        ...question.rationales.map(({ text, rationale }) =>
          make('li', { class: 'text-muted' }, make('span', { class: 'font-medium text-ink' }, text), ` ${rationale}`),
        ),
      ),
    ),
    make(
      'p',
      { class: 'rounded-control bg-warn-soft px-4 py-3' },
      make('b', { class: 'text-warn' }, 'Clinical pearl: '),
      question.clinicalPearl,
    ),
    titled(
      'Sources',
      make('ul', { class: 'grid gap-1 text-sm text-muted' }, ...question.references.map((source) => make('li', {}, source))),
    ),
  ]
}

function wayOn({ create, next, right, of, show }: Standing): HTMLElement {
  if (next >= 0) return make('div', {}, make('button', { type: 'button', class: primary, click: () => show(next) }, 'Next Question'))
  return make(
    'div',
    { class: 'grid justify-items-start gap-3 rounded-control bg-brand-soft p-4' },
    make('p', { class: 'font-semibold' }, `${right} of ${of} right. There is a new one for you every day.`),
    make('a', { href: create, class: primary }, 'Make a free account'),
  )
}

/** Loads the questions when a visitor scrolls near them. Answers a function that stops waiting. */
export function waitForVisitor(): (() => void) | undefined {
  const place = document.querySelector<HTMLElement>('[data-try]')
  if (!place) return undefined
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      // If the server does not answer, the static questions stay.
      begin(place).catch((error: unknown) => {
        const words = error instanceof Error ? error.message : UNREACHABLE
        place.append(make('p', { role: 'status', class: 'mt-4 text-sm text-muted' }, words))
      })
    },
    { rootMargin: '400px' },
  )
  watch.observe(place)
  return () => watch.disconnect()
}
