import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { build, type Plugin, type Rolldown } from 'vite'

interface Wanted {
  readonly root: string
  readonly outDir: string
  /** Paths relative to theme.css, or absolute. The styles contain only the classes found there. */
  readonly sources: readonly string[]
  readonly input: string
  readonly entryFileNames: string
}

export async function buildStyled({ root, outDir, sources, input, entryFileNames }: Wanted) {
  let styles = ''
  const { output } = (await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins: [onlySources(sources), tailwindcss(), takeStyles((taken) => (styles = taken))],
    build: {
      target: 'es2022',
      outDir,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(root, input), output: { entryFileNames } },
    },
  })) as Rolldown.RolldownOutput
  if (styles === '' || styles.includes('</')) throw new Error(`${input} was built without styles that can stand in a page`)
  const file = (ending: string): string => {
    const found = output.find(({ fileName }) => fileName.endsWith(ending))
    if (!found) throw new Error(`${input} was built without any ${ending}`)
    return found.fileName
  }
  return { styles, file }
}

/** Removes the styles from the output: they go into the pages inline. */
const takeStyles = (take: (styles: string) => void): Plugin => ({
  name: 'take-styles',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'asset' || !name.endsWith('.css')) continue
        take(file.source.toString().trim())
        delete bundle[name]
      }
    },
  },
})

const onlySources = (sources: readonly string[]): Plugin => ({
  name: 'only-sources',
  enforce: 'pre',
  transform: {
    filter: { id: /ui\/theme\.css$/ },
    handler: (css) => {
      const named = sources.map((source) => `@source "${source}";`).join('\n')
      const changed = css.replace('@import "tailwindcss" source("..");', `@import "tailwindcss" source(none);\n${named}`)
      if (changed === css) throw new Error('theme.css does not begin as expected')
      return changed
    },
  },
})
