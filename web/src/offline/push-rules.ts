interface PushMessage {
  readonly title: string
  readonly body: string
  readonly path: string
  /** A message replaces the previous one with the same tag. */
  readonly tag: string
  readonly silent: boolean
}

/** Browsers require something to be shown for each push, even an unreadable one. */
const unreadable: PushMessage = {
  title: 'MedicReady',
  body: 'You have a new notification.',
  path: '/',
  tag: 'unreadable',
  silent: false,
}

const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' && value !== '' ? value : otherwise)

/** A path of this site: '//elsewhere' would leave it. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path)

export function messageOf(data: string | undefined): PushMessage {
  let said: Record<string, unknown>
  try {
    said = (JSON.parse(data ?? '') ?? {}) as Record<string, unknown>
  } catch {
    return unreadable
  }
  const path = textOf(said.path, unreadable.path)
  return {
    title: textOf(said.title, unreadable.title),
    body: textOf(said.body, unreadable.body),
    path: isOwnPath(path) ? path : unreadable.path,
    tag: textOf(said.tag, unreadable.tag),
    silent: said.silent === true,
  }
}

/** Windows on other pages are left as they are. */
export function windowAt<Window extends { readonly url: string }>(windows: readonly Window[], path: string, origin: string): Window | null {
  const { href } = new URL(path, origin)
  return windows.find(({ url }) => url === href) ?? null
}

export const pathIn = (data: unknown): string => {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : null
  return typeof path === 'string' && isOwnPath(path) ? path : unreadable.path
}
