import { accounts } from './accounts.ts'
import { admin } from './admin.ts'
import { calibration } from './calibration.ts'
import { cat } from './cat.ts'
import { commands } from './commands.ts'
import { edge } from './edge.ts'
import { exams } from './exams.ts'
import { exporting } from './export.ts'
import type { Bench } from './figures.ts'
import { freshness } from './freshness.ts'
import { inp } from './inp.ts'
import { analytics, reviews } from './learners.ts'
import { lighthouse } from './lighthouse.ts'
import { load } from './load.ts'
import { questions } from './questions.ts'
import { readiness } from './readiness.ts'
import { reads } from './reads.ts'
import { rebuilding } from './rebuild.ts'
import { reminders } from './reminders.ts'
import { spacing } from './spacing.ts'
import { webhook } from './webhook.ts'

/** They need a browser, and run only when named. */
export const inBrowser: readonly string[] = ['lighthouse', 'inp']

/** Benches that add questions of their own come after those that use the bank. */
export const benches: Readonly<Record<string, Bench>> = {
  commands,
  freshness,
  accounts,
  exams,
  webhook,
  edge,
  rebuild: rebuilding,
  export: exporting,
  questions,
  reminders,
  cat,
  calibration,
  readiness,
  spacing,
  analytics,
  reviews,
  reads,
  admin,
  load,
  lighthouse,
  inp,
}
