import { expect, test } from 'vitest'
import { ABOUT_THE_ACCOUNT, letter, withoutLinks } from './letter.ts'

const plain = { subject: 'Hello', greeting: 'Hello!', text: 'Some words.', button: 'Open', link: 'https://medicready.example/a?b=1&c=2' }

test('a mail says the same in both forms, and why it was sent', () => {
  const { text, html } = letter({
    ...plain,
    sections: [{ heading: 'Today', lines: [{ text: 'Trauma', link: 'https://medicready.example/t' }, { text: 'Nothing else' }] }],
    others: [{ button: 'Other', link: 'https://medicready.example/o' }],
    footer: 'Something below.',
    because: { why: 'You asked for it.', changes: [{ button: 'Change it', link: 'https://medicready.example/r' }] },
    postalAddress: '1 Main Street, Denver, CO 80202',
  })
  expect(text).toBe(
    [
      'Hello!',
      'Some words.',
      'Today\n- Trauma\n  https://medicready.example/t\n- Nothing else',
      'Open:\nhttps://medicready.example/a?b=1&c=2',
      'Other:\nhttps://medicready.example/o',
      'Something below.',
      'You asked for it.',
      'Change it: https://medicready.example/r',
      'MedicReady, 1 Main Street, Denver, CO 80202\n',
    ].join('\n\n'),
  )
  for (const words of ['Hello!', 'Some words.', 'Today', 'Nothing else', 'Something below.', 'You asked for it.', '1 Main Street'])
    expect(html).toContain(words)
  for (const link of ['a?b=1&amp;c=2', 't', 'o', 'r']) expect(html).toContain(`href="https://medicready.example/${link}"`)
})

test('a mail without a reason was sent because of the account', () => {
  const { text, html } = letter(plain)
  expect(text).toContain(ABOUT_THE_ACCOUNT.why)
  expect(html).toContain(ABOUT_THE_ACCOUNT.why)
})

test('typed text never becomes markup', () => {
  expect(letter({ ...plain, text: '<img src=x onerror="a">' }).html).toContain('&lt;img src=x onerror=&quot;a&quot;&gt;')
})

test('typed addresses look the same and are not links', () => {
  const typed = ['https://evil.example/a.b', 'see evil.example, or www.evil.example', 'ana@evil.example', 'Room 5. At the back.']
  for (const words of typed) {
    const shown = withoutLinks(words)
    expect(shown.replaceAll('\u2060', '')).toBe(words)
    // What mail programs turn into links: a scheme, a name with a dot, an address.
    expect(shown).not.toMatch(/:\/\/|[\w-]\.[\w-]|\w@\w/)
  }
  expect(withoutLinks('Room 5. At the back.')).toBe('Room 5. At the back.')
})

/** WCAG contrast of two colors. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(luminance).sort((first, second) => second - first)
  return (light + 0.05) / (dark + 0.05)
}
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('in dark mode its text is legible, and each restyled class is used', () => {
  const { html } = letter({ ...plain, footer: 'Below.' })
  const night = /@media \(prefers-color-scheme:dark\)\{([\s\S]*?)\n?\}<\/style>/.exec(html)?.[1] ?? ''
  const colours = new Map([...night.matchAll(/\.(\w+)\{([^}]*)\}/g)].map(([, name = '', rule = '']) => [name, rule.match(/#\w{6}/g) ?? []]))
  for (const name of colours.keys()) expect(html).toMatch(new RegExp(`class="[^"]*\\b${name}\\b`))
  const [sheet = ''] = colours.get('sheet') ?? []
  for (const name of ['ink', 'muted', 'brand']) expect(contrast(colours.get(name)?.[0] ?? '', sheet)).toBeGreaterThanOrEqual(4.5)
  const [button = '', label = ''] = colours.get('button') ?? []
  expect(contrast(button, label)).toBeGreaterThanOrEqual(4.5)
})
