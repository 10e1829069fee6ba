import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { InlineParts } from '../edge-pages.ts'

interface Built {
  readonly root: string
  readonly outDir: string
}

export function afterBuild(name: string, work: (built: Built) => Promise<void>, { last = false } = {}): Plugin {
  let built: Built | undefined
  return {
    name,
    apply: 'build',
    configResolved: ({ root, build }) => {
      built = { root, outDir: resolve(root, build.outDir) }
    },
    closeBundle: {
      order: last ? 'post' : null,
      sequential: true,
      handler: async () => {
        if (built) await work(built)
      },
    },
  }
}

/** Writes a page and, beside it, the inline parts that the edge needs for its policy. */
export async function writePage(outDir: string, file: string, html: string, inline: InlineParts): Promise<void> {
  await writeFile(join(outDir, file), html)
  await writeFile(join(outDir, '.vite', `${file}.json`), JSON.stringify(inline))
}
