import type { Browser, BrowserContext, Page } from '@playwright/test'
import { product } from './product.ts'

const kept = new Map<string, BrowserContext>()

/** A page in this account's window, which all tests of a worker share: a new window compiles the app again. */
export async function pageInKeptWindow(browser: Browser, email: string, signIn: (context: BrowserContext) => Promise<void>): Promise<Page> {
  const context = kept.get(email) ?? (await browser.newContext({ baseURL: product.url, timezoneId: 'America/Chicago' }))
  kept.set(email, context)
  await signIn(context)
  return context.newPage()
}

async function empty(context: BrowserContext): Promise<void> {
  // Only pages of the product have a storage.
  for (const page of context.pages()) await page.evaluate(() => localStorage.clear()).catch(() => undefined)
  await Promise.all(context.pages().map((page) => page.close()))
}

/** Closes what a test opened; kept windows are only emptied. */
export async function closeWindows(opened: BrowserContext[]): Promise<void> {
  const keeps = [...kept.values()]
  const others = opened.splice(0).filter((context) => !keeps.includes(context))
  await Promise.all([...others.map((context) => context.close()), ...keeps.map(empty)])
}
