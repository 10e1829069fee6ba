import type { Browser, Page } from '@playwright/test'
import { newStudent, register, type Student, signIn } from './fixtures.ts'
import { pageInKeptWindow } from './kept-windows.ts'
import { grantRole } from './operator.ts'
import { product } from './product.ts'

let educating: Promise<Student> | null = null

async function newEducator(browser: Browser): Promise<Student> {
  const context = await browser.newContext({ baseURL: product.url })
  const educator = { ...newStudent(), firstName: 'Edna', lastName: 'Frey' }
  await register(context.request, educator)
  await grantRole(context.request, educator, 'educator')
  await context.close()
  return educator
}

/** One educator for all tests of a worker. */
export async function educatorPage(browser: Browser, options?: Parameters<Browser['newContext']>[0]): Promise<Page> {
  educating ??= newEducator(browser)
  const educator = await educating
  if (!options) return pageInKeptWindow(browser, educator.email, ({ request }) => signIn(request, educator))
  const context = await browser.newContext({ baseURL: product.url, ...options })
  await signIn(context.request, educator)
  return context.newPage()
}
