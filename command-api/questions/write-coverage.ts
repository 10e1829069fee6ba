import { writeFile } from 'node:fs/promises'
import { coveragePage } from '@medicready/domain/questions/coverage'
import { bankDirectory, readBank } from './load-bank.ts'

/** Writes the page that says what the bank covers, beside its files: `npm run coverage`. */
await writeFile(`${bankDirectory}COVERAGE.md`, coveragePage(await readBank(bankDirectory)))
