import { readFileSync } from 'node:fs'
import { settings } from '@medicready/platform/environment'
import { expect, test } from 'vitest'
import { localSettings } from './local-settings.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const described = [...read('.env.example').matchAll(/^#([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
const inCompose = [...read('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name)
const known = [...Object.keys(settings), ...Object.keys(localSettings), ...inCompose]

test('every setting of the services, of the launcher and of the containers is described in .env.example', () => {
  expect(known.filter((name) => !described.includes(name))).toEqual([])
})

test('.env.example describes no setting that nothing reads, and none twice', () => {
  expect(described.filter((name) => !known.includes(name))).toEqual([])
  expect(described).toHaveLength(new Set(described).size)
})
