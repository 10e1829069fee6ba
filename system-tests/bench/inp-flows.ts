import type { AskedItem } from '@medicready/domain/questions/content/item'
import type { Locator, Page } from '@playwright/test'
import { paths } from '../../web/src/paths.ts'

export interface Flow {
  readonly name: string
  readonly who: 'student' | 'administrator'
  readonly at: string
  readonly go: (hands: Hands) => Promise<void>
}

const QUESTIONS = '14'
const MANY_PAGES = 4

export const flows: readonly Flow[] = [
  { name: 'study session', who: 'student', at: paths.studyMode(), go: studySession },
  { name: 'practice exam', who: 'student', at: paths.practiceExams(), go: practiceExam },
  { name: 'from screen to screen', who: 'student', at: paths.home(), go: screens },
  { name: 'administration', who: 'administrator', at: paths.adminStudents(), go: administration },
]

/** Of every kind but single choice, which the exam has. */
async function studySession(hands: Hands): Promise<void> {
  const { page } = hands
  await hands.tap(page.getByText(/^Topics, kinds of items/))
  for (const kind of ['Multiple response', 'Build list', 'Drag and drop', 'Options table', 'Place in a picture', 'Number with a unit'])
    await hands.tap(page.getByRole('checkbox', { name: kind }))
  await hands.type(page.getByLabel('Number of questions'), QUESTIONS)
  await hands.tap(page.getByRole('button', { name: 'Begin Quiz' }))
  const submit = page.getByRole('button', { name: 'Submit Answer' })
  const next = page.getByRole('button', { name: /^(Next Question|Finish)$/ })
  const outcome = page.getByRole('heading', { name: /^(Correct|Incorrect)/ })
  for (let number = 1; ; number++) {
    await hands.see(page.getByText(new RegExp(`^Question ${number} of`)))
    if (number === 2) await useTools(hands)
    await answer(hands, number)
    await (number % 2 === 0 ? hands.tap(submit) : hands.press('Enter'))
    await hands.see(outcome)
    const isLast = (await next.innerText()) === 'Finish'
    await (number % 2 === 0 ? hands.press('Enter') : hands.tap(next))
    if (isLast) break
  }
  await hands.see(page.getByRole('heading', { name: 'Session complete' }))
  await hands.see(page.locator('summary'))
  await hands.tapSome(page.locator('summary'), 6)
}

async function useTools(hands: Hands): Promise<void> {
  const { page } = hands
  const tool = (name: string) => page.getByRole('region', { name: 'Tools' }).getByRole('button', { name })
  const close = () => hands.press('Escape')
  await hands.tap(page.getByRole('button', { name: /^Tools/ }))
  await hands.tap(tool('Calculator'))
  await hands.press(...'70*15/60', 'Enter')
  await close()
  await hands.tap(tool('Lab values'))
  await hands.type(page.getByLabel('Search values'), 'potas')
  await close()
  await hands.tap(tool('Drug sheet'))
  await hands.type(page.getByLabel('Search by drug, class, or indication'), 'aden')
  await close()
  await hands.tap(tool('Note'))
  await hands.type(page.getByLabel('Your note'), 'Look at the rate')
  await close()
}

/** A pressed toggle changes its name. */
async function showTables(hands: Hands, most = Number.POSITIVE_INFINITY): Promise<void> {
  const asTable = hands.page.getByRole('button', { name: /^Show table/ })
  for (let left = Math.min(most, await asTable.count()); left > 0; left--) await hands.tap(asTable)
}

async function practiceExam(hands: Hands): Promise<void> {
  const { page } = hands
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await hands.choose(page.getByLabel('Module', { exact: true }))
  await hands.tap(button('Start Module Exam'))
  await hands.tap(page.getByRole('switch', { name: 'Show the score estimate' }))
  await hands.tap(button('Begin Exam'))
  for (let number = 1; ; number++) {
    const question = page.getByText(new RegExp(`^Question ${number} ·`))
    const results = page.getByRole('heading', { name: 'Exam Results' })
    await hands.see(question.or(results))
    if (await results.isVisible()) break
    if (number === 3) {
      await hands.tap(button('Take a break'))
      await hands.tap(button('Back to the Exam'))
      await hands.tap(button('Hide time'))
    }
    await answer(hands, number)
    await (number % 2 === 0 ? hands.tap(button('Submit Answer')) : hands.press('Enter'))
  }
  for (let _ = 0; _ < 2; _++) await hands.tap(page.getByRole('switch', { name: /^Only wrong answers/ }))
  await hands.tapSome(page.locator('summary'), 6)
  await showTables(hands, 4)
}

async function screens(hands: Hands): Promise<void> {
  const { page } = hands
  const main = page.getByRole('navigation', { name: 'Main' })
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
  const fromMenu = async (name: string) => {
    await hands.tap(page.getByRole('banner').getByRole('button'))
    await hands.tap(page.getByRole('menuitem', { name }))
    await hands.see(heading(name))
  }
  await hands.see(page.getByText('Your NREMT prep command center'))
  await hands.tap(main.getByRole('link', { name: 'Study Mode' }))
  await hands.see(page.getByRole('button', { name: 'Begin Quiz' }))
  for (const name of ['New to you', 'Missed last time', 'Trauma', 'Pediatrics', 'Hard', 'Missed last time'])
    await hands.tap(page.getByRole('checkbox', { name, exact: true }))
  await hands.tap(page.getByText(/^Topics, kinds of items/))
  await hands.tapSome(page.getByRole('group', { name: /^Topics/ }).getByRole('checkbox'), 4)
  await hands.tap(main.getByRole('link', { name: 'Analytics' }))
  await hands.see(page.getByRole('heading', { name: 'Your Year' }))
  await hands.choose(page.getByLabel('Accuracy by'), 5)
  await hands.press('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp')
  await hands.tapSome(page.getByRole('button', { name: /^Show all/ }), 1)
  await showTables(hands)
  await hands.tap(page.getByRole('button', { name: /^Show chart/ }))
  await hands.tap(main.getByRole('link', { name: 'Dashboard' }))
  await hands.see(page.getByText('Your NREMT prep command center'))
  for (const name of ['Profile', 'Settings', 'Reminders', 'Subscription', 'Tutoring']) await fromMenu(name)
  await hands.tap(page.getByRole('banner').getByRole('button'))
  await hands.tap(page.getByRole('menuitem', { name: 'Dark theme' }))
  await hands.press('Escape')
  await hands.tap(main.getByRole('link', { name: 'Dashboard' }))
  await hands.see(page.getByText('Your NREMT prep command center'))
  await hands.tap(page.getByRole('main').getByRole('link', { name: /modules/i }))
  await hands.see(page.getByRole('heading', { name: 'Manage Modules' }))
  await hands.tapSome(page.getByRole('switch'), 5)
}

async function administration(hands: Hands): Promise<void> {
  const { page } = hands
  const tab = async (name: string) => {
    await hands.tap(page.getByRole('link', { name, exact: true }))
    await hands.see(page.getByRole('main').getByRole('heading', { name, exact: true }))
  }
  await hands.see(page.getByRole('table', { name: 'Students' }))
  for (let more = 0; more < MANY_PAGES; more++) await hands.tap(page.getByRole('button', { name: 'Show more' }))
  await hands.tap(page.getByRole('table', { name: 'Students' }).getByRole('columnheader').getByRole('button'))
  await hands.type(page.getByLabel('Name or email'), 'ana')
  await hands.choose(page.getByLabel('Plan'), 2)
  for (const name of ['Subscriptions', 'Revenue', 'Sessions', 'Performance', 'System']) {
    await tab(name)
    await page.waitForLoadState('networkidle')
    await showTables(hands, 2)
  }
  await hands.tap(page.getByRole('banner').getByRole('button'))
  await hands.tap(page.getByRole('menuitem', { name: 'All Questions' }))
  for (let more = 0; more < MANY_PAGES; more++) await hands.tap(page.getByRole('button', { name: 'Show more' }))
  await hands.type(page.getByLabel('ID or words'), 'chest')
  await hands.press('Enter')
  await hands.choose(page.getByLabel('Kind', { exact: true }))
}

const LETTERS = [...'abcdefgh']

export async function answer(hands: Hands, turn: number): Promise<AskedItem['kind']> {
  const item = await hands.itemOnScreen()
  await (turn % 2 === 0 ? byTaps : byKeys)(hands, item)
  return item.kind
}

async function byTaps(hands: Hands, item: AskedItem): Promise<void> {
  const question = hands.page.getByRole('article', { name: 'Question' })
  const strikeOut = question.getByRole('button', { name: /^Strike out/ })
  switch (item.kind) {
    case 'multiple_choice':
      await hands.tap(strikeOut.last())
      await hands.tap(question.getByRole('radio').first())
      return hands.tap(question.getByRole('radio').nth(1))
    case 'hot_spot':
      return hands.tap(question.getByRole('radio'))
    case 'multiple_response':
      await hands.tap(strikeOut.last())
      return hands.tapSome(question.getByRole('checkbox'), item.choose)
    case 'build_list':
      for (const { text } of item.steps)
        await hands.tap(question.getByRole('region', { name: 'Steps' }).getByRole('button', { name: text, exact: true }))
      return
    case 'drag_drop':
      for (const { text } of item.things) {
        await hands.tap(question.getByRole('button', { name: text, exact: true }))
        await hands.tap(question.getByRole('button', { name: /^Put here/ }))
      }
      return
    case 'options_table':
      for (const { text } of item.rows) await hands.tap(question.getByRole('row', { name: text }).getByRole('radio'))
      return
    case 'fill_in_blank':
      return hands.type(question.getByLabel('Your answer'), '12.5')
  }
}

async function byKeys(hands: Hands, item: AskedItem): Promise<void> {
  const question = hands.page.getByRole('article', { name: 'Question' })
  switch (item.kind) {
    case 'multiple_choice':
    case 'hot_spot':
      return hands.press('Shift+B', 'a', 'c')
    case 'multiple_response':
      return hands.press(...LETTERS.slice(0, item.choose))
    case 'build_list':
      return hands.press(...LETTERS.slice(0, item.steps.length))
    case 'drag_drop':
      return hands.press(...item.things.flatMap((_, index) => [LETTERS[index] ?? 'a', '1']))
    case 'options_table':
      for (const { text } of item.rows) {
        await question.getByRole('row', { name: text }).getByRole('radio').first().focus()
        await hands.press('Space')
      }
      return
    case 'fill_in_blank':
      await question.getByLabel('Your answer').focus()
      return hands.press('7', '5')
  }
}

const LOOKS_MS = 400
const BETWEEN_KEYS_MS = 130

interface Asked {
  readonly stem: string
  readonly item: AskedItem
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Presses as a finger and a keyboard do, at the pace of an experienced user. */
export class Hands {
  readonly page: Page
  readonly #items = new Map<string, AskedItem>()

  constructor(page: Page) {
    this.page = page
    page.on('response', (response) => {
      if (/\/api\/(study-session|daily-questions|practice-exams|user\/responses)/.test(response.url()))
        response.json().then(
          (body) => this.#note(body),
          () => undefined,
        )
    })
  }

  /** Remembers every question the server hands out, so that it can be answered. */
  #note(body: unknown): void {
    if (typeof body !== 'object' || body === null) return
    if ('stem' in body && 'item' in body) this.#items.set(inOneLine((body as Asked).stem), (body as Asked).item)
    for (const part of Object.values(body)) this.#note(part)
  }

  async see(what: Locator): Promise<void> {
    await what.first().waitFor()
  }

  async tap(what: Locator): Promise<void> {
    await this.see(what)
    await this.page.waitForTimeout(LOOKS_MS)
    await what.first().tap()
  }

  async tapSome(what: Locator, most: number): Promise<void> {
    for (let index = 0; index < Math.min(most, await what.count()); index++) await this.tap(what.nth(index))
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.waitForTimeout(BETWEEN_KEYS_MS)
      await this.page.keyboard.press(key)
    }
  }

  async type(field: Locator, words: string): Promise<void> {
    await this.tap(field)
    await this.press('Control+a', ...words)
  }

  async choose(select: Locator, steps = 1): Promise<void> {
    await this.see(select)
    await select.first().focus()
    await this.press(...Array.from({ length: steps }, () => 'ArrowDown'))
  }

  async itemOnScreen(): Promise<AskedItem> {
    const stem = inOneLine(await this.page.getByRole('heading', { level: 1 }).innerText())
    const item = this.#items.get(stem)
    if (!item) throw new Error(`Nothing is known of the question: ${stem}`)
    return item
  }
}
