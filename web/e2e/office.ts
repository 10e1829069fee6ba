import type { Browser, Page } from '@playwright/test'
import { signIn } from './fixtures.ts'
import { pageInKeptWindow } from './kept-windows.ts'
import { administrator } from './product.ts'

export const officeIn = (browser: Browser): Promise<Page> =>
  pageInKeptWindow(browser, administrator.email, ({ request }) => signIn(request, administrator))
