import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { paths } from '../../web/src/paths.ts'
import type { ShownPage } from './pages.ts'
import { midway } from './people.ts'

const folder = fileURLToPath(new URL('../../web/public/landing/', import.meta.url))
const inlined = (file: string, type: string) => `data:${type};base64,${readFileSync(file).toString('base64')}`

/** The dashboard in both themes, and the preview of a link to the landing page. */
export async function takeLandingPictures(browser: Browser, open: (page: Pick<ShownPage, 'of' | 'at'>) => Promise<Page>) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open({ of: midway, at: paths.home() })
    await page.setViewportSize({ width: 1200, height: 800 })
    await page.emulateMedia({ colorScheme })
    // Colors fade between the themes.
    await page.reload({ waitUntil: 'networkidle' })
    await webp(page, `${folder}dashboard-${colorScheme}.webp`)
    await page.close()
  }
  await takePreview(browser)
}

async function takePreview(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  const font = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'))
  const icon = fileURLToPath(new URL('../../web/public/icon.svg', import.meta.url))
  await page.setContent(`<!doctype html>
    <style>
      @font-face { font-family: Inter; font-weight: 100 900; src: url(${inlined(font, 'font/woff2')}) }
      body { margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 520px 1fr; gap: 48px; align-items: center;
        padding: 64px; box-sizing: border-box; background: #0e1116; color: #e8ecf2; font-family: Inter }
      .name { display: flex; align-items: center; gap: 16px; font-weight: 700; font-size: 34px }
      .name img { width: 56px; border-radius: 14px }
      h1 { margin: 40px 0 24px; font-size: 50px; line-height: 1.12; font-weight: 800; letter-spacing: -0.02em }
      p { margin: 0; font-size: 24px; line-height: 1.4; color: #a5b0bf }
      .monitor { width: 100%; border-radius: 16px; border: 1px solid #2b323c }
    </style>
    <div>
      <div class="name"><img src="${inlined(icon, 'image/svg+xml')}" alt="">MedicReady</div>
      <h1>YOUR NEW HOME FOR FUNCTIONAL PARAMEDIC PREP</h1>
      <p>Affordable, AI-powered NREMT paramedic exam preparation.</p>
    </div>
    <img class="monitor" src="${inlined(`${folder}monitor.svg`, 'image/svg+xml')}" alt="">`)
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: `${folder}preview.png` })
  await page.close()
}

async function webp(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  writeFileSync(path, Buffer.from(data, 'base64'))
}
