import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What a page may load: its own origin's scripts, styles, fonts and pictures, and what of it stands in the page. */
const policyOf = (html: string): string => {
  const [scripts, styles] = [hashesOf(html, /<script>(.*?)<\/script>/gs), hashesOf(html, /<style>(.*?)<\/style>/gs)]
  return [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    `style-src 'self'${styles}`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const hashesOf = (html: string, element: RegExp): string =>
  [...new Set([...html.matchAll(element)].map(([, content = '']) => ` 'sha256-${sha256(content)}'`))].join('')

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

/** What the build writes where the address belongs at which the product is reached. */
const ORIGIN = '__ORIGIN__'

/** Below this size headers weigh more than what compression saves. */
const WORTHWHILE_BYTES = 1024
const KEPT_LIKE = { 'cache-control': 'no-cache', vary: 'Cookie, Accept-Encoding' }

/** A page of the build, as it goes out. */
export interface Page {
  readonly html: string
  readonly policy: string
  readonly send: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/** Reads a page of the build once: it says at which address the product is reached, and is compressed beforehand. */
export function readPage(dist: string, file: string, publicUrl: string): Page {
  const path = join(dist, file)
  if (!existsSync(path)) throw new Error(`The web is not built: ${dist} holds no ${file}. Run "npm run build" first.`)
  return pageOf(readFileSync(path, 'utf8').replaceAll(ORIGIN, new URL(publicUrl).origin))
}

/** A page that is asked for many times. */
export function pageOf(html: string): Page {
  const plain = Buffer.from(html)
  const isWorthwhile = plain.length >= WORTHWHILE_BYTES
  const coded = isWorthwhile
    ? { br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }), gzip: gzipSync(plain) }
    : null
  const policy = policyOf(html)
  const etags = {
    plain: `"${sha256(html).slice(0, 22)}"`,
    br: `"${sha256(html).slice(0, 22)}-br"`,
    gzip: `"${sha256(html).slice(0, 22)}-gz"`,
  }
  return {
    html,
    policy,
    send: (request, reply) => {
      const coding = coded && codingFor(request.headers['accept-encoding'])
      const etag = etags[coding ?? 'plain']
      reply.headers(KEPT_LIKE).header('content-security-policy', policy).header('etag', etag).type('text/html; charset=utf-8')
      if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send()
      if (!coded || !coding) return reply.send(plain)
      return reply.header('content-encoding', coding).send(coded[coding])
    },
  }
}

/** The policy refuses attributes of style: what they say stands in the page's head instead, named by its hash. */
function withoutStyleAttributes(made: string): { html: string; styles: string } {
  const rules: string[] = []
  const html = made.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const place = rules.push(style) - 1
    return ` data-style="${place}"`
  })
  const styles = rules.map((rule, place) => `[data-style="${place}"]{${rule}}`).join('')
  return { html: html.replace('</head>', () => `<style>${styles}</style></head>`), styles }
}

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Sends a page that was made for whoever asks: it is kept nowhere. `like`: the page by whose policy it acts. */
export async function sendOwnPage(made: string, like: Page, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { html, styles } = withoutStyleAttributes(made)
  const policy = like.policy.replace("style-src 'self'", `$& 'sha256-${sha256(styles)}'`)
  reply.headers({ 'cache-control': 'no-store', vary: KEPT_LIKE.vary, 'content-security-policy': policy })
  reply.type('text/html; charset=utf-8')
  const coding = codingFor(request.headers['accept-encoding'])
  if (!coding) return reply.send(html)
  reply.header('content-encoding', coding)
  return reply.send(await (coding === 'br' ? promisify(brotliCompress)(html, FAST) : promisify(gzip)(html)))
}

const codingFor = (accepted = ''): 'br' | 'gzip' | null => (/\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null)
