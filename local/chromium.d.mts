/** Whether this browser starts at all. */
export function browserStarts(path: string): boolean
/** The path of a Chromium or Chrome that the system brings. */
export function systemChromium(): string | undefined
/** The path of a Chromium without windows that the system brings. */
export function systemHeadlessShell(): string | undefined
/** The path of the Chromium that Playwright has downloaded. */
export function playwrightChromium(): Promise<string | undefined>
