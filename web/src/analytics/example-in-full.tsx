import type { CalendarDay } from '@medicready/domain/calendar'
import { exampleFigures } from './example-figures.ts'
import { FiguresInFull } from './figures-in-full.tsx'

/** What the figures of Premium look like, with those of somebody who does not exist. */
const ExampleInFull = ({ today }: { today: CalendarDay }) => <FiguresInFull figures={exampleFigures(today)} totals={null} />

export default ExampleInFull
