import type { AnswerResult, AskedItem, ItemAnswer } from '@medicready/domain/contract/questions/questions'

type Content = Node | string | null | false

interface Properties {
  class?: string
  [attribute: string]: string | number | boolean | ((event: Event) => void) | undefined
}

/** Functions become listeners; `true` sets an attribute, `false` leaves it out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...contents: readonly Content[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value))
  }
  element.append(...contents.filter((content): content is Node | string => content !== null && content !== false))
  return element
}

export interface AnswerableItem {
  readonly element: HTMLElement
  answer(): ItemAnswer | null
  /** Shows which parts were right and locks the item. */
  judge(result: AnswerResult): void
}

const row = 'flex min-h-12 items-center gap-3 rounded-control border px-4 py-2'
const plain = 'border-control bg-surface has-checked:border-brand has-checked:bg-brand-soft hover:bg-sunken cursor-pointer'
const tones = { right: 'border-ok bg-ok-soft', wrong: 'border-bad bg-bad-soft', neutral: 'border-hairline bg-surface' }

const said = (tone: 'right' | 'wrong', words: string) =>
  make('span', { class: `ml-auto shrink-0 text-sm font-semibold ${tone === 'right' ? 'text-ok' : 'text-bad'}` }, words)

const lock = (element: HTMLElement) => {
  for (const control of element.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, button')) control.disabled = true
}

type ItemOf<Kind extends AskedItem['kind']> = Extract<AskedItem, { kind: Kind }>

function multipleChoice({ options }: ItemOf<'multiple_choice'>, name: string): AnswerableItem {
  const rows = options.map(({ id, text }) => ({
    id,
    element: make(
      'label',
      { class: `${row} ${plain}` },
      make('input', { type: 'radio', name, value: id, class: 'size-5 shrink-0 accent-brand' }),
      make('span', {}, text),
    ),
  }))
  const element = make(
    'fieldset',
    { class: 'grid min-w-0 gap-2' },
    make('legend', { class: 'mb-2 text-sm text-muted' }, 'Choose one answer'),
    ...rows.map((one) => one.element),
  )
  return {
    element,
    answer: () => {
      const chosen = element.querySelector<HTMLInputElement>('input:checked')
      return chosen && { kind: 'multiple_choice', option: chosen.value }
    },
    judge: ({ answer, question: { key } }) => {
      if (key.kind !== 'multiple_choice' || answer?.kind !== 'multiple_choice') return
      lock(element)
      for (const one of rows) {
        const tone = one.id === key.option ? 'right' : one.id === answer.option ? 'wrong' : 'neutral'
        one.element.className = `${row} ${tones[tone]}`
        if (tone !== 'neutral') one.element.append(said(tone, tone === 'right' ? 'Right answer' : 'Your answer'))
      }
    },
  }
}

function optionsTable({ columns, rows: asked }: ItemOf<'options_table'>, name: string): AnswerableItem {
  const rows = asked.map(({ id, text }) => ({
    id,
    element: make(
      'fieldset',
      { class: `grid min-w-0 gap-2 rounded-control border p-4 pt-3 ${tones.neutral}` },
      make('legend', { class: 'float-left w-full font-medium' }, text),
      make(
        'div',
        { class: 'clear-both flex flex-wrap gap-2' },
        ...columns.map((column) =>
          make(
            'label',
            { class: `inline-flex min-h-10 items-center gap-2 rounded-control border px-3 text-sm ${plain}` },
            make('input', { type: 'radio', name: `${name}-${id}`, value: column.id, class: 'size-4 accent-brand' }),
            column.text,
          ),
        ),
      ),
    ),
  }))
  const element = make(
    'div',
    { class: 'grid gap-3' },
    make('p', { class: 'text-sm text-muted' }, 'Choose one in each row'),
    ...rows.map((one) => one.element),
  )
  return {
    element,
    answer: () => {
      const marks = rows.flatMap(({ id, element: fields }) => {
        const chosen = fields.querySelector<HTMLInputElement>('input:checked')
        return chosen ? [[id, chosen.value]] : []
      })
      return marks.length === rows.length ? { kind: 'options_table', marks: Object.fromEntries(marks) } : null
    },
    judge: ({ answer, question: { key } }) => {
      if (key.kind !== 'options_table' || answer?.kind !== 'options_table') return
      lock(element)
      for (const one of rows) {
        const tone = key.marks[one.id] === answer.marks[one.id] ? 'right' : 'wrong'
        const right = columns.find(({ id }) => id === key.marks[one.id])?.text ?? ''
        one.element.classList.remove(...tones.neutral.split(' '))
        one.element.classList.add(...tones[tone].split(' '))
        one.element.append(said(tone, tone === 'right' ? 'Right' : `Right is: ${right}`))
      }
    },
  }
}

function buildList({ steps }: ItemOf<'build_list'>): AnswerableItem {
  let order = [...steps]
  let hasMoved = false
  const list = make('ol', { class: 'grid gap-2' })
  const told = make('p', { class: 'sr-only', role: 'status' })
  const arrow = (id: string, text: string, by: -1 | 1, isPossible: boolean) =>
    make(
      'button',
      {
        type: 'button',
        class:
          'grid size-10 place-items-center rounded-control border border-control bg-surface font-semibold hover:bg-sunken aria-disabled:opacity-40',
        'aria-label': `Move ${by < 0 ? 'up' : 'down'}: ${text}`,
        'aria-disabled': isPossible ? undefined : 'true',
        'data-move': `${id}${by}`,
        click: () => isPossible && move(id, by),
      },
      by < 0 ? '↑' : '↓',
    )
  const draw = () =>
    list.replaceChildren(
      ...order.map(({ id, text }, place) =>
        make(
          'li',
          { class: `${row} ${tones.neutral}`, 'data-step': id },
          make('span', { class: 'w-5 shrink-0 font-semibold text-muted tabular-nums' }, `${place + 1}.`),
          make('span', { class: 'flex-1' }, text),
          make('span', { class: 'flex gap-1' }, arrow(id, text, -1, place > 0), arrow(id, text, 1, place < order.length - 1)),
        ),
      ),
    )
  const move = (id: string, by: -1 | 1) => {
    hasMoved = true
    const from = order.findIndex((step) => step.id === id)
    const moved = order.filter((step) => step.id !== id)
    moved.splice(from + by, 0, ...order.slice(from, from + 1))
    order = moved
    draw()
    list.querySelector<HTMLElement>(`[data-move="${id}${by}"]`)?.focus()
    told.textContent = `Now step ${from + by + 1} of ${order.length}`
  }
  draw()
  return {
    element: make(
      'div',
      { class: 'grid gap-2' },
      make('p', { class: 'text-sm text-muted' }, 'Move the steps until they are in order, the first one first'),
      list,
      told,
    ),
    answer: () => (hasMoved ? { kind: 'build_list', order: order.map(({ id }) => id) } : null),
    judge: ({ question: { key } }) => {
      if (key.kind !== 'build_list') return
      order.forEach(({ id }, place) => {
        const element = list.querySelector<HTMLElement>(`[data-step="${id}"]`)
        const right = key.order.indexOf(id)
        const tone = right === place ? 'right' : 'wrong'
        if (!element) return
        element.className = `${row} ${tones[tone]}`
        element.lastElementChild?.replaceWith(said(tone, tone === 'right' ? 'Right place' : `Is step ${right + 1}`))
      })
    },
  }
}

/** Null for kinds that only the app shows. */
export function answerableItem(item: AskedItem, name: string): AnswerableItem | null {
  switch (item.kind) {
    case 'multiple_choice':
      return multipleChoice(item, name)
    case 'options_table':
      return optionsTable(item, name)
    case 'build_list':
      return buildList(item)
    default:
      return null
  }
}
