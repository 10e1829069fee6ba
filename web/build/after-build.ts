import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { InlineParts } from '../edge-pages.ts'

interface Built {
  readonly root: string
  readonly outDir: string
}

/** What is done with a build that is written; `last` for what takes in what the others wrote. */
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

/** Writes a page, and beside it for the edge what stands in it. */
export async function writePage(outDir: string, file: string, html: string, inline: InlineParts): Promise<void> {
  await writeFile(join(outDir, file), html)
  await writeFile(join(outDir, '.vite', `${file}.json`), JSON.stringify(inline))
}
