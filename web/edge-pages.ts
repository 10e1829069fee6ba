import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Hashed for the content security policy. */
interface InlineParts {
  readonly scripts?: readonly string[]
  readonly styles?: readonly string[]
}

export const policyOf = ({ scripts = [], styles = [] }: InlineParts): string =>
  [
    "default-src 'none'",
    `script-src 'self'${hashesOf(scripts)}`,
    `style-src 'self'${hashesOf(styles)}`,
    "font-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const hashesOf = (parts: readonly string[]): string => parts.map((part) => ` 'sha256-${sha256(part)}'`).join('')

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

/** Below this size the headers cost more than compression saves. */
const WORTHWHILE_BYTES = 1024
const KEPT_LIKE = { 'cache-control': 'no-cache', vary: 'Cookie, Accept-Encoding' }

export interface EdgePage {
  readonly policy: string
  readonly send: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** Of the build. */
export function builtFile(dist: string, file: string): string {
  const path = join(dist, file)
  if (!existsSync(path)) throw new Error(`The web is not built: ${dist} holds no ${file}. Run "npm run build" first.`)
  return path
}

export const builtData = <Data>(dist: string, file: string): Data => JSON.parse(readFileSync(builtFile(dist, file), 'utf8')) as Data

export type Coding = 'br' | 'gzip'
type SendKept = (type: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** For a text that many ask for: hashed once, and compressed once per coding, on another thread. */
export function keptText(text: string): SendKept {
  const plain = Buffer.from(text)
  const tag = sha256(text).slice(0, 22)
  const coded = new Map<Coding, Promise<Buffer>>()
  const bytesIn = (coding: Coding): Promise<Buffer> => {
    const bytes = coded.get(coding) ?? compress(plain, coding, SMALL)
    coded.set(coding, bytes)
    return bytes
  }
  return async (type, request, reply) => {
    const coding = plain.length < WORTHWHILE_BYTES ? null : codingFor(request.headers['accept-encoding'])
    const etag = `"${coding ? `${tag}-${coding}` : tag}"`
    reply.headers(KEPT_LIKE).header('etag', etag).type(`${type}; charset=utf-8`)
    if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send()
    return coding ? reply.header('content-encoding', coding).send(await bytesIn(coding)) : reply.send(plain)
  }
}

/** Brotli quality: for what is compressed once, and for what is compressed per request. */
const [SMALL, FAST] = [9, 4]
const compress = (text: string | Buffer, coding: Coding, quality: number): Promise<Buffer> =>
  coding === 'br' ? promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }) : promisify(gzip)(text)

export function pageOf(html: string, policy: string): EdgePage {
  const send = keptText(html)
  return { policy, send: (request, reply) => send('text/html', request, reply.header('content-security-policy', policy)) }
}

/** Made anew only when what it shows has changed. */
export function pageOfLatest<Known>(know: () => Promise<Known>, make: (known: Known) => EdgePage): () => Promise<EdgePage> {
  let shown: { readonly known: Known; readonly page: EdgePage } | null = null
  return async () => {
    const known = await know()
    if (shown?.known !== known) shown = { known, page: make(known) }
    return shown.page
  }
}

export interface OwnPage {
  readonly bytes: Uint8Array
  readonly coding: Coding | null
}

/** Takes milliseconds of CPU: do not call it on the thread that serves all requests. */
export const ownPageOf = async (html: string, coding: Coding | null): Promise<OwnPage> => ({
  bytes: coding ? await compress(html, coding, FAST) : Buffer.from(html),
  coding,
})

/** Sends a page made for one person, which is never cached. `like`: the page whose policy it has. */
export function sendOwnPage({ bytes, coding }: OwnPage, like: EdgePage, reply: FastifyReply): FastifyReply {
  reply.headers({ 'cache-control': 'no-store', vary: KEPT_LIKE.vary, 'content-security-policy': like.policy })
  if (coding) reply.header('content-encoding', coding)
  return reply.type('text/html; charset=utf-8').send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

export const codingFor = (accepted = ''): Coding | null => (/\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null)
