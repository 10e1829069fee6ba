import { resolve } from 'node:path'
import type { Plugin } from 'vite'

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
