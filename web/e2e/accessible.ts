import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
    newOnScreen: typeof newOnScreen
  }
}

const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
/** 1280 pixels at 400 percent zoom, as WCAG 2.2 asks for in 1.4.10. */
const ZOOMED = { width: 320, height: 640 }

/** The dark theme changes only colors. */
const looks = { light: {}, dark: { runOnly: ['color-contrast', 'link-in-text-block'] } }

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Elements on screen of kinds that are not among these, without those in others of them. If the outline is not among
 * them, the document. A kind is what an element is, has, and looks like, and what it is in, without its words.
 */
function newOnScreen(known: readonly string[]) {
  const old = new Set(known)
  const hashOf = (text: string) => {
    let hash = 5381
    for (let index = 0; index < text.length; index += 1) hash = (Math.imul(hash, 33) ^ text.charCodeAt(index)) >>> 0
    return hash.toString(36)
  }
  const kindOf = new Map<Element, string>()
  const outline: string[] = []
  const parts: Element[] = []
  for (const element of document.querySelectorAll('body, body *')) {
    if (!element.checkVisibility()) continue
    const attributes = element.getAttributeNames().map((name) => {
      const value = element.getAttribute(name) ?? ''
      return /^(class|role|type|tabindex|lang)$/.test(name) || (name.startsWith('aria-') && /^[a-z]*$/.test(value))
        ? `${name}=${value}`
        : `${name} ${value.trim() !== ''}`
    })
    const hasWords = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    const labels = 'labels' in element && element.labels instanceof NodeList ? element.labels.length : 0
    const parent = element.parentElement && kindOf.get(element.parentElement)
    const kind = hashOf(`${parent} ${element.tagName} ${attributes.join()} ${hasWords} ${labels}`)
    kindOf.set(element, kind)
    if (!old.has(kind) && (!parent || old.has(parent))) parts.push(element)
    if (/^(H\d|MAIN|NAV|HEADER|FOOTER|ASIDE)$/.test(element.tagName) && outline.at(-1) !== element.tagName) outline.push(element.tagName)
  }
  const kinds = [...new Set([...kindOf.values(), outline.join()])].filter((kind) => !old.has(kind))
  return { kinds, where: kinds.includes(outline.join()) ? document : { include: parts } }
}

/** Returns the kinds of elements that were checked. */
async function expectNoBarriers(
  page: Page,
  theme: keyof typeof looks,
  width: number,
  known: ReadonlySet<string>,
): Promise<readonly string[]> {
  await setThemeClass(page, theme === 'dark')
  let checked: readonly string[] = []
  // What is fading in is checked again.
  await expect(async () => {
    // In the page itself, which has no frames.
    const { kinds, violations } = await page.evaluate(
      async ([known, options]) => {
        const { kinds, where } = window.newOnScreen(known)
        if (kinds.length === 0) return { kinds, violations: [] }
        const { violations } = await window.axe.run(where, { resultTypes: ['violations'], selectors: false, preload: false, ...options })
        return { kinds, violations }
      },
      [[...known], looks[theme]] as const,
    )
    const found = violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`)
    expect(found, `barriers in the ${theme} theme at ${width} pixels`).toEqual([])
    checked = kinds
  }).toPass({ timeout: 60_000 })
  return checked
}

/** The kinds of elements that this worker has checked, by viewport: most of a screen is as on others. */
const knownAt = new Map([WIDE, PHONE].map((viewport) => [viewport, new Set<string>()]))

/** Checks light and dark, wide, on a phone, and zoomed in: what is new on this screen, since a check costs seconds. */
export async function expectAccessible(page: Page): Promise<void> {
  const before = page.viewportSize() ?? WIDE
  const dark = await page.evaluate(() => document.documentElement.classList.contains('dark'))
  await page.evaluate(`window.newOnScreen ??= ${newOnScreen}`)
  for (const [viewport, known] of knownAt) {
    await page.setViewportSize(viewport)
    if (await page.evaluate((known) => window.newOnScreen(known).kinds.length === 0, [...known])) continue
    // Loading it takes longer than a check.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
    const light = await expectNoBarriers(page, 'light', viewport.width, known)
    const inBoth = new Set(light).intersection(new Set(await expectNoBarriers(page, 'dark', viewport.width, known)))
    for (const kind of inBoth) known.add(kind)
  }
  await page.setViewportSize(ZOOMED)
  // A tooltip follows its button with the next frame.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: 'pixels to scroll sideways at 320 pixels',
      intervals: [50],
    })
    .toBeLessThanOrEqual(0)
  await page.setViewportSize(before)
  await setThemeClass(page, dark)
}

/** Finishes color transitions, since contrast is measured. */
const setThemeClass = (page: Page, dark: boolean): Promise<void> =>
  page.evaluate((dark) => {
    document.documentElement.classList.toggle('dark', dark)
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  }, dark)
