// @ts-check
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'Chromium', 'Google Chrome']

const elsewhere = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/Applications/Chromium.app/Contents/MacOS',
  '/Applications/Google Chrome.app/Contents/MacOS',
]

/**
 * Whether this browser starts at all: one that was downloaded may miss libraries of the system.
 * @param {string} path
 */
export function browserStarts(path) {
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

/** @param {readonly string[]} names */
const firstOf = (names) =>
  [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...elsewhere]
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file))

/** The path of a Chromium or Chrome that the system brings, or undefined. */
export const systemChromium = () => firstOf(names)

/**
 * The path of a Chromium without windows that the system brings, or undefined. A page in a new window takes it less
 * than half of the processor time.
 */
export const systemHeadlessShell = () => firstOf(['chromium-headless-shell', 'chrome-headless-shell'])

/**
 * The path of the Chromium that Playwright has downloaded, or undefined. Needs the installed packages.
 * @returns {Promise<string | undefined>}
 */
export async function playwrightChromium() {
  const { chromium } = await import('playwright-core')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}
