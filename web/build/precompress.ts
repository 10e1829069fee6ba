import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { afterBuild } from './after-build.ts'

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest'])
/** Below this size the headers cost more than compression saves. */
const WORTHWHILE_BYTES = 1024

/** Writes .br and .gz files ahead of time, so that the edge compresses nothing while serving. */
export const precompress = (): Plugin =>
  afterBuild(
    'precompress',
    async ({ outDir }) => {
      for (const name of await readdir(outDir, { recursive: true })) {
        // Names that begin with a dot are for the edge only.
        if (name.startsWith('.') || !COMPRESSIBLE.has(extname(name))) continue
        const path = join(outDir, name)
        const content = await readFile(path)
        if (content.length < WORTHWHILE_BYTES) continue
        const [br, gz] = await Promise.all([
          promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
          promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
        ])
        await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
      }
    },
    { last: true },
  )
