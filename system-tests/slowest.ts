import { relative } from 'node:path'
import { z } from 'zod'

export interface Timed {
  readonly name: string
  readonly seconds: number
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), duration: z.number().nullish() })),
    }),
  ),
})

export const testsOfVitest = (report: unknown, root: string): Timed[] =>
  vitestReport.parse(report).testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${relative(root, file)} › ${fullName}`,
      seconds: (duration ?? 0) / 1_000,
    })),
  )

const spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
})
interface Suite {
  specs: z.infer<typeof spec>[]
  suites?: Suite[] | undefined
}
const suite: z.ZodType<Suite> = z.object({
  specs: z.array(spec),
  get suites() {
    return z.array(suite).optional()
  },
})
const playwrightReport = z.object({ suites: z.array(suite) })

const specsOf = ({ specs, suites = [] }: Suite): z.infer<typeof spec>[] => [...specs, ...suites.flatMap(specsOf)]

export const testsOfPlaywright = (report: unknown): Timed[] =>
  playwrightReport
    .parse(report)
    .suites.flatMap(specsOf)
    .map(({ title, file, tests }) => ({
      name: `${file} › ${title}`,
      seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1_000,
    }))

export const slowest = (timed: readonly Timed[], count: number): string =>
  timed
    .filter(({ seconds }) => seconds >= 1)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)
    .join('\n')
