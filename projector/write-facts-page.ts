import { writeFileSync } from 'node:fs'
import { factsPage } from './facts-page.ts'

writeFileSync(new URL('../docs/facts.md', import.meta.url), factsPage())
