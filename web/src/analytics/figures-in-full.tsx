import type { Analytics, Figures } from '@medicready/domain/contract/study/analytics'
import { AbilityCard } from './ability-card.tsx'
import { AccuracyCard } from './accuracy-card.tsx'
import { AmongStudentsCard, TimeCard } from './among-students-cards.tsx'
import { CalibrationCard, SureAndWrongCard } from './confidence-cards.tsx'
import { ForgettingCard } from './forgetting-card.tsx'
import { ModuleProgress } from './module-progress.tsx'
import { Recommendations } from './recommendations.tsx'
import { YearCard } from './year-card.tsx'

/** All figures that Premium has: one's own, or an example. One's own modules stand among one's own alone. */
export function FiguresInFull({ figures, totals }: { figures: Figures; totals: Analytics['totals'] | null }) {
  const common = { figures, isExample: totals === null }
  return (
    <>
      <Recommendations recommendations={figures.recommendations} isExample={totals === null} />
      {totals && <ModuleProgress totals={totals} />}
      <AccuracyCard {...common} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2 print:block print:space-y-4">
        <AmongStudentsCard {...common} />
        <TimeCard {...common} />
      </div>
      <YearCard {...common} />
      <AbilityCard {...common} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2 print:block print:space-y-4">
        <CalibrationCard {...common} />
        <SureAndWrongCard {...common} />
      </div>
      <ForgettingCard {...common} />
    </>
  )
}
