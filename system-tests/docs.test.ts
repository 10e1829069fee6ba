import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const { scripts, workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  workspaces: string[]
}
const pages = [
  'README.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md', { cwd: root }),
  ...globSync('{*,local/*,deploy/*}/README.md', { cwd: root }),
]
const found = (page: string, pattern: RegExp): string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(pattern)].map(([, match = '']) => match)

/** `npm run words` writes it, and git ignores it. */
const GENERATED = ['docs/words.md']

test.each(pages)('%s links to files that exist', (page) => {
  const links = found(page, /\]\((?!https?:|mailto:|#)([^)\s#]+)/g)
  expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([])
})

test.each(pages)('%s names files that exist', (page) => {
  const folders = [...workspaces, 'docs', 'deploy'].join('|')
  const paths = found(page, new RegExp(`\`((?:${folders})/[^\`\\s]*)\``, 'g')).filter((path) => !GENERATED.includes(path))
  // `<room>` stands for any one name.
  expect(paths.filter((path) => globSync(path.replaceAll(/<\w+>/g, '*'), { cwd: root }).length === 0)).toEqual([])
})

test.each(pages)('%s names commands that exist', (page) => {
  const commands = found(page, /npm run ([a-z][\w:-]*)/g)
  expect(commands.filter((command) => !(command in scripts))).toEqual([])
})
