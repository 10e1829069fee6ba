import { randomUUID } from 'node:crypto'
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Route,
} from '@playwright/test'
import { closeWindows } from './kept-windows.ts'
import { product } from './product.ts'

export { expect }

export interface Student {
  email: string
  password: string
  firstName: string
  lastName: string
}

export const newStudent = (): Student => ({
  email: `student-${randomUUID()}@example.org`,
  password: 'correct horse',
  firstName: 'Ana',
  lastName: 'Ortiz',
})

interface Mail {
  to: { address: string }[]
  subject: string
  text: string
  html: string
}

/** Oldest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const answer = await fetch(`${product.inboxUrl}/email?${new URLSearchParams({ 'to.address': email })}`)
  return (await answer.json()) as Mail[]
}

/** Returns the path and query of the link. */
export async function verificationLink(email: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const mails = await mailsTo(email)
        link = /https?:\/\/[^\s/]+(\/verify-email\?token=[\w%.-]+)/.exec(mails.at(-1)?.text ?? '')?.[1]
        return link
      },
      { message: `the verification mail to ${email}`, timeout: 60_000, intervals: [100] },
    )
    .toBeDefined()
  return link ?? ''
}

/** Without the screens, which accounts.spec.ts tests. */
export async function register(request: APIRequestContext, student: Student): Promise<void> {
  const registered = await request.post('/api/auth/register', { data: { ...student, timeZone: 'America/Chicago' } })
  expect(registered.status()).toBe(201)
  const verified = await request.get(`/api/auth${await verificationLink(student.email)}`)
  expect(verified.status()).toBe(200)
}

export async function signIn(request: APIRequestContext, { email, password }: Pick<Student, 'email' | 'password'>): Promise<void> {
  const answer = await request.post('/api/auth/login', { data: { email, password } })
  expect(answer.status()).toBe(200)
}

interface Fixtures {
  /** A registered, verified student who is signed in on `page`. */
  student: Student
  /** Always on: pages that a test leaves open would take the focus, and time, from the tests after it. */
  closedWindows: undefined
  /** Always on: fails a test whose page threw or violated the security policy. Its end may cut off reads. */
  soundPage: undefined
}

/** Until then the page is what the edge rendered, and queues presses. Pages without the app never match. */
export const notAlive = (page: Page) => page.locator('html:not([data-alive]) #root')

/** A page that the edge did not render, so that the browser makes all reads. */
async function emptyPage(route: Route): Promise<void> {
  if (!route.request().isNavigationRequest()) return route.fallback()
  await route.fulfill({ response: await route.fetch({ url: new URL('/index.html', route.request().url()).href }) })
}

/** Visits, actions, and assertions wait for the app. Tests of the time before that opt out. */
function waitsUntilAlive(page: Page): void {
  const isAlive = () => notAlive(page).waitFor({ state: 'detached', timeout: 60_000 })
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...given) => {
    const answer = await goto(...given)
    await isAlive()
    return answer
  }
  page.reload = async (...given) => {
    const answer = await reload(...given)
    await isAlive()
    return answer
  }
  const route = page.route.bind(page)
  let isEmpty = false
  page.route = async (url, ...given) => {
    // The browser must make the requests that a test answers, not the edge.
    if (!isEmpty && String(url).includes('/api/')) {
      isEmpty = true
      await route('**/*', emptyPage)
    }
    return route(url, ...given)
  }
  // A window that is closed at once needs none.
  page.addLocatorHandler(notAlive(page), async () => undefined).catch(() => undefined)
}

/** A reused window is emptied, except of the installed app and what it keeps for the former student. */
async function uninstall(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: product.url, storageTypes: 'service_workers,cache_storage,indexeddb' })
  await session.detach()
}

export const test = base.extend<Fixtures, { windows: BrowserContext[] }>({
  context: async ({ context, serviceWorkers }, use) => {
    for (const page of context.pages()) {
      waitsUntilAlive(page)
      if (serviceWorkers === 'allow') await uninstall(page)
    }
    context.on('page', waitsUntilAlive)
    await use(context)
  },
  windows: [
    async ({ browser }, use) => {
      const opened: BrowserContext[] = []
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = (await newContext(options)).on('page', waitsUntilAlive)
        opened.push(context)
        return context
      }
      await use(opened)
    },
    { scope: 'worker', auto: true },
  ],
  closedWindows: [
    async ({ windows }, use) => {
      await use(undefined)
      await closeWindows(windows)
    },
    { auto: true },
  ],
  student: async ({ page }, use) => {
    const student = newStudent()
    await register(page.request, student)
    await signIn(page.request, student)
    await use(student)
  },
  soundPage: [
    async ({ page }, use) => {
      const faults: string[] = []
      const noteError = (error: Error) => faults.push(String(error))
      const noteMessage = (message: ConsoleMessage) => {
        if (message.type() === 'error' && /Content Security Policy|React|Warning:/.test(message.text())) faults.push(message.text())
      }
      page.on('pageerror', noteError).on('console', noteMessage)
      await use(undefined)
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      page.off('pageerror', noteError).off('console', noteMessage)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * The message shows for half a second before the page leaves. Locators wait while a page leaves, so a slow machine
 * would miss it: the page itself looks at every change. `act` may end only with the navigation, since clicks wait
 * too.
 */
export async function expectSignInAgain(page: Page, act: () => Promise<void>): Promise<void> {
  const message = 'You are logged out.'
  const read = page.evaluate(
    (text) =>
      new Promise<void>((resolve) => {
        const look = () => document.body.innerText.includes(text) && resolve()
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    message,
  )
  await Promise.all([read, act()])
  await expect(page).toHaveURL('/login')
}
