import type { AskedItem } from '@medicready/domain/questions/item'
import type { Locator, Page } from '@playwright/test'

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
