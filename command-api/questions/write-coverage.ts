import { mkdir, rm, writeFile } from 'node:fs/promises'
import { coveragePage } from '@medicready/domain/questions/coverage'
import { examplesPage } from '@medicready/domain/questions/examples-page'
import { bankDirectory, readBank } from './load-bank.ts'

const bank = await readBank(bankDirectory)
await writeFile(`${bankDirectory}COVERAGE.md`, coveragePage(bank))

const examples = `${bankDirectory}examples/`
const { page, drawings } = examplesPage(bank)
await rm(examples, { recursive: true, force: true })
await mkdir(examples)
await writeFile(`${examples}README.md`, page)
for (const [name, svg] of drawings) await writeFile(examples + name, `${svg}\n`)
