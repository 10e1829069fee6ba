import { writeFileSync } from 'node:fs'
import { landingFiles } from './landing-files.ts'
import { readBank } from './read-bank.ts'

for (const [name, content] of Object.entries(landingFiles(readBank()))) writeFileSync(new URL(`../${name}`, import.meta.url), content)
