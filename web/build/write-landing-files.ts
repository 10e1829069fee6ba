import { writeFileSync } from 'node:fs'
import { landingFiles, readBank } from './landing-files.ts'

for (const [name, content] of Object.entries(landingFiles(readBank()))) writeFileSync(new URL(`../${name}`, import.meta.url), content)
