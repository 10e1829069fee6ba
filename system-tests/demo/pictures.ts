import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { systemChromium } from '../../local/chromium.mjs'
import { takeLandingPictures } from './landing-pictures.ts'
import { admin, beforeExam, DEMO_PASSWORD, midway } from './people.ts'

/**
 * `npm run pictures`: takes the pictures of README.md and of the landing page anew, from the demonstration that runs (`npm run demo`).
 */
const address = process.env.PUBLIC_URL ?? `http://localhost:${process.env.EDGE_PORT ?? 3000}`
const folder = fileURLToPath(new URL('../../web/docs/', import.meta.url))

const VIEWPORT = { width: 1280, height: 900 }

interface Picture {
  readonly name: string
  readonly of: { readonly email: string }
  readonly path: string
}

const pictures: readonly Picture[] = [
  { name: 'dashboard', of: midway, path: '/' },
  { name: 'analytics', of: beforeExam, path: '/analytics' },
  { name: 'admin-revenue', of: admin, path: '/admin/revenue' },
]

const executablePath = systemChromium()
const browser = await chromium.launch(executablePath ? { executablePath } : {})
try {
  for (const picture of pictures) {
    const { name, of, path } = picture
    const page = await browser.newPage({ baseURL: address, viewport: VIEWPORT, timezoneId: 'America/Chicago' })
    await signIn(page, of.email)
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled' })
    await page.close()
    process.stdout.write(`${name}.png\n`)
  }
  await takeLandingPictures(browser, address, signIn)
} finally {
  await browser.close()
}

async function signIn(page: Page, email: string): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password: DEMO_PASSWORD } })
  if (!answer.ok()) throw new Error(`Nobody signs in at ${address} as ${email}: is it the demonstration that runs there?`)
}
