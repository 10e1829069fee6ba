import { readdirSync, readFileSync } from 'node:fs'
import { BankQuestion } from '@medicready/domain/questions/content/content'
import { askedItem, itemKinds } from '@medicready/domain/questions/content/item'
import { tally } from '@medicready/domain/questions/coverage'
import { type DrawnPicture, describePicture, drawPicture } from '@medicready/domain/questions/pictures/drawn/draw'
import { sampleNames } from '@medicready/domain/questions/samples'
import { moduleNames } from '@medicready/domain/questions/shown/modules'

const MONITOR: DrawnPicture = {
  kind: 'monitor',
  ecg: { rhythm: 'normal_sinus', rate: 92 },
  capnogram: { pattern: 'normal', rate: 18 },
  figures: { heartRate: '92', spo2: '95', bloodPressure: '84/50', etco2: '36', respirations: '18' },
  trends: null,
  seed: 7,
  alt: null,
}

/** The page reads these files because the bank itself, with its answers, must not reach browsers. */
export function landingFiles(bank: readonly BankQuestion[]): Readonly<Record<string, string>> {
  const samples = sampleNames.flatMap((name) => bank.filter(({ id }) => id === name))
  const drawn = samples.flatMap(({ picture }) => (picture && picture.kind !== 'image' ? [picture] : []))
  return {
    'src/landing/bank-figures.json': written({
      questions: bank.length,
      pictures: bank.filter(({ picture }) => picture !== null).length,
      cases: new Set(bank.flatMap(({ scenario }) => scenario?.set ?? [])).size,
      modules: Object.fromEntries(
        tally(
          moduleNames,
          bank.map(({ module }) => module),
        ),
      ),
      kinds: Object.fromEntries(
        tally(
          itemKinds,
          bank.map(({ item }) => item.kind),
        ),
      ),
    }),
    // Shown until the page's scripts run; answering goes through the server.
    'src/landing/samples.json': written(
      samples.map(({ module, difficulty, stem, picture, item }) => ({
        module,
        difficulty,
        stem,
        pictureAlt: picture && describePicture(picture),
        item: askedItem(item),
      })),
    ),
    'public/landing/monitor.svg': drawPicture(MONITOR).svg,
    ...Object.fromEntries(drawn.map((picture) => ['public/landing/strip.svg', drawPicture(picture).svg])),
  }
}

export function readBank(): BankQuestion[] {
  const directory = new URL('../bank/', import.meta.resolve('@medicready/domain/questions/content/content'))
  const files = readdirSync(directory).filter((name) => name.endsWith('.json'))
  return BankQuestion.array().parse(files.flatMap((name) => JSON.parse(readFileSync(new URL(name, directory), 'utf8'))))
}

const written = (content: unknown): string => `${JSON.stringify(content, null, 2)}\n`
