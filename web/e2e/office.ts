import type { Browser, Page } from '@playwright/test'
import { signIn } from './fixtures.ts'
import { administrator, product } from './product.ts'

export async function officeIn(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, timezoneId: 'America/Chicago', ...options })
  await signIn(context.request, { ...administrator, firstName: '', lastName: '' })
  return await context.newPage()
}
