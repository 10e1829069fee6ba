// @ts-check
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

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

/**
 * The path of a Chromium or Chrome that the system brings, or undefined.
 * @returns {string | undefined}
 */
export function systemChromium() {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...elsewhere]
  const files = folders.flatMap((folder) => [...names, 'Chromium', 'Google Chrome'].map((name) => join(folder, name)))
  return files.find((file) => existsSync(file))
}

/**
 * The path of the Chromium that Playwright has downloaded, or undefined. Needs the installed packages.
 * @returns {Promise<string | undefined>}
 */
export async function playwrightChromium() {
  const { chromium } = await import('playwright-core')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}
