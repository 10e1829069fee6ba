import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { Mail } from './mailer.ts'

export type Words = Pick<Mail, 'subject' | 'text' | 'html' | 'unsubscribe' | 'calendar'>

interface Button {
  readonly button: string
  readonly link: string
}

interface Section {
  readonly heading: string
  readonly lines: readonly { readonly text: string; readonly link?: string }[]
}

export interface MailReason {
  readonly why: string
  /** Left out where it cannot be changed. */
  readonly changes?: readonly Button[]
  /** Left out for mails that are always needed. */
  readonly unsubscribe?: string
}

export const ABOUT_THE_ACCOUNT: MailReason = { why: 'This email is about your account or plan, so we always send it.' }

export interface Letter extends Button {
  readonly subject: string
  readonly greeting: string
  readonly text: string
  readonly sections?: readonly Section[]
  readonly others?: readonly Button[]
  readonly footer?: string
  readonly because?: MailReason
  /** The law requires it in marketing mails. */
  readonly postalAddress?: string | null
}

export function letter(given: Letter): Words {
  const { subject, greeting, text, button, link, others = [], sections = [], footer, because = ABOUT_THE_ACCOUNT, postalAddress } = given
  const small = [...(footer === undefined ? [] : [footer]), because.why]
  const sender = postalAddress ? [`${PRODUCT_NAME}, ${postalAddress}`] : []
  const parts = { greeting, text, sections, buttons: [{ button, link }, ...others], small, changes: because.changes ?? [], sender }
  const words = { subject, text: inText(parts), html: inHtml(parts) }
  return because.unsubscribe === undefined ? words : { ...words, unsubscribe: because.unsubscribe }
}

interface LetterParts extends Pick<Letter, 'greeting' | 'text'> {
  readonly sections: readonly Section[]
  readonly buttons: readonly Button[]
  readonly small: readonly string[]
  readonly changes: readonly Button[]
  readonly sender: readonly string[]
}

function inText({ greeting, text, sections, buttons, small, changes, sender }: LetterParts): string {
  const lines = sections.map(
    ({ heading, lines }) => `${heading}\n${lines.map((line) => `- ${line.text}${line.link ? `\n  ${line.link}` : ''}`).join('\n')}`,
  )
  const ways = buttons.map((each) => `${each.button}:\n${each.link}`)
  return `${[greeting, text, ...lines, ...ways, ...small, ...changes.map((each) => `${each.button}: ${each.link}`), ...sender].join('\n\n')}\n`
}

/** Mail programs follow these styles, invert colors themselves (which stays legible), or ignore dark mode. */
const NIGHT = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:#0E1116!important}
.sheet{background:#161B22!important;border-color:#2B323C!important}
.ink{color:#E8ECF2!important}
.muted{color:#A5B0BF!important}
.brand{color:#6CB2FF!important}
.button{background:#6CB2FF!important;color:#06203D!important}
}`

function inHtml({ greeting, text, sections, buttons, small, changes, sender }: LetterParts): string {
  const addresses = buttons.map(({ link }) => `<br>${anchor(link, escapeHtml(link))}`).join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${PRODUCT_NAME}</title>
<style>${NIGHT}</style>
</head>
<body class="ground ink" style="margin:0;background:#F7F8FA;font-family:Inter,Arial,sans-serif;color:#111827">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:#F7F8FA"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#FFFFFF;border:1px solid #D9DEE6;border-radius:12px"><tr><td style="padding:32px">
<p class="brand" style="margin:0 0 24px;font-size:16px;font-weight:600;color:#0B5CAD">${PRODUCT_NAME}</p>
<h1 class="ink" style="margin:0 0 12px;font-size:24px;line-height:32px;color:#111827">${escapeHtml(greeting)}</h1>
<p class="ink" style="margin:0 0 24px;font-size:16px;line-height:24px;color:#111827">${escapeHtml(text)}</p>
${[...sections.map(sectionOf), ...buttons.map(buttonOf)].join('\n')}
${paragraph(`Or open ${buttons.length > 1 ? 'one of these addresses' : 'this address'} in your browser:${addresses}`)}
${[...small, ...sender].map((words) => paragraph(escapeHtml(words))).join('\n')}
${changes.length > 0 ? paragraph(changes.map((each) => anchor(each.link, escapeHtml(each.button))).join(' · ')) : ''}
</td></tr></table>
</td></tr></table>
</body>
</html>`
}

const anchor = (link: string, words: string): string =>
  `<a class="brand" href="${escapeHtml(link)}" style="color:#0B5CAD;word-break:break-word">${words}</a>`

const paragraph = (html: string): string =>
  `<p class="muted" style="margin:0 0 16px;font-size:14px;line-height:20px;color:#4B5563">${html}</p>`

const buttonOf = ({ button, link }: Button): string =>
  `<p style="margin:0 0 24px"><a class="button" href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0B5CAD;color:#FFFFFF;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(button)}</a></p>`

function sectionOf({ heading, lines }: Section): string {
  const items = lines.map(({ text, link }) => {
    const words = escapeHtml(text)
    return `<li class="ink" style="margin:0 0 8px;color:#111827">${link ? anchor(link, words) : words}</li>`
  })
  return `<h2 class="ink" style="margin:0 0 8px;font-size:16px;line-height:24px;color:#111827">${escapeHtml(heading)}</h2>
<ul style="margin:0 0 24px;padding:0 0 0 20px;font-size:16px;line-height:24px">${items.join('')}</ul>`
}

const WORD_JOINER = '\u2060'

/** Mail programs would turn addresses in other people's text into links; an invisible word joiner prevents that. */
export const withoutLinks = (words: string): string =>
  words.replaceAll(/:(?=\/\/)/g, `:${WORD_JOINER}`).replaceAll(/[.@](?=\S)/g, `${WORD_JOINER}$&`)

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
