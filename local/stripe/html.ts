/** Text of a page that may stand as it is. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | readonly Html[] | null | false

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter)

function shown(part: Part): string {
  if (part === null || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(shown).join('\n')
  return escaped(String(part))
}

/** A piece of a page; what is put into it is escaped, unless it is a piece itself. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(texts.map((text, place) => text + (place < parts.length ? shown(parts[place] ?? null) : '')).join(''))

const style = `
:root { color-scheme: light dark; --paper: #fff; --ground: #f4f6f8; --ink: #16202b; --soft: #4c5a68; --line: #c3ccd5;
  --act: #1d4ed8; --on-act: #fff; --bad: #b42318; --good: #0f6b3a; --note: #fff4d6; --on-note: #5b4300; }
@media (prefers-color-scheme: dark) { :root { --paper: #17202a; --ground: #0d141b; --ink: #eef3f8; --soft: #b3c0cd; --line: #43525f;
  --act: #8fb4ff; --on-act: #0b1730; --bad: #ff9d94; --good: #7fdcaa; --note: #3a2f10; --on-note: #ffe3a1; } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
.stand-in { margin: 0; padding: .5rem 1rem; background: var(--note); color: var(--on-note); text-align: center }
main { max-width: 34rem; margin: 1.5rem auto; padding: 1.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem }
main.wide { max-width: 52rem }
@media (max-width: 36rem) { main { margin: 0; border: 0; border-radius: 0; padding: 1rem } }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25 }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem }
.amount { font-size: 1.75rem; font-weight: 600; margin: 0 }
.soft { color: var(--soft) }
label { display: block; margin-top: 1rem; font-weight: 600 }
input { width: 100%; margin-top: .25rem; padding: .625rem .75rem; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--soft); border-radius: .5rem }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; align-items: end }
.brand { text-transform: capitalize }
button { margin-top: 1.25rem; min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-act); background: var(--act); border: 1px solid var(--act); border-radius: .5rem }
button.second { color: var(--act); background: transparent }
button.whole { width: 100% }
a { color: var(--act) }
a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
.bad { color: var(--bad); font-weight: 600 }
.good { color: var(--good); font-weight: 600 }
[aria-invalid=true] { border-color: var(--bad) }
dl { display: grid; grid-template-columns: 1fr auto; gap: .25rem 1rem; margin: 1rem 0 }
dd { margin: 0; text-align: right }
.total { font-weight: 600; border-top: 1px solid var(--line); padding-top: .25rem }
.scrolls { overflow-x: auto }
table { width: 100%; border-collapse: collapse }
th, td { padding: .5rem .75rem .5rem 0; text-align: left; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
code { font-size: .9375rem }
.row { display: flex; flex-wrap: wrap; gap: 0 .75rem }
`

/** A whole page. Each says at its top what it is not. */
export const page = (title: string, body: Html, { isWide = false } = {}): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Stand-in for Stripe</title>
<style>${new Html(style)}</style>
</head>
<body>
<aside aria-label="Notice"><p class="stand-in">This is a stand-in for Stripe on this machine. No real money moves, and no real card is taken.</p></aside>
<main${isWide ? new Html(' class="wide"') : null}>
${body}
</main>
</body>
</html>`.text

/** No scripts, and nothing from anywhere else. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

export const asDay = (time: number): string =>
  new Date(time * 1000).toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
