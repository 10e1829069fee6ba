import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { systemChromium } from '../../local/chromium.mjs'

/** `npm run icons`: draws the icons of the installed app from web/public/icon.svg. */
const folder = fileURLToPath(new URL('../../web/public/', import.meta.url))

interface Icon {
  readonly name: string
  readonly pixels: number
  /** For systems that crop: the essential part fills the middle four fifths. */
  readonly isCut?: true
}

const icons: readonly Icon[] = [
  { name: 'icon-192', pixels: 192 },
  { name: 'icon-512', pixels: 512 },
  { name: 'icon-maskable-512', pixels: 512, isCut: true },
  { name: 'apple-touch-icon', pixels: 180, isCut: true },
]

const svg = await readFile(`${folder}icon.svg`, 'utf8')
const ground = /<rect[^>]*\sfill="([^"]+)"/.exec(svg)?.[1]
if (!ground) throw new Error('icon.svg has no ground to draw to the edges')

const executablePath = systemChromium()
const browser = await chromium.launch(executablePath ? { executablePath } : {})
try {
  for (const { name, pixels, isCut } of icons) {
    const page = await browser.newPage({ viewport: { width: pixels, height: pixels } })
    const style = `html, body { margin: 0; background: ${isCut ? ground : 'transparent'} } svg { display: block; width: ${pixels}px }
      ${isCut ? 'svg { scale: 0.8 }' : ''}`
    await page.setContent(`<style>${style}</style>${svg}`)
    await page.screenshot({ path: `${folder}${name}.png`, omitBackground: true })
    await page.close()
    process.stdout.write(`${name}.png\n`)
  }
} finally {
  await browser.close()
}
