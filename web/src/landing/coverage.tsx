import { type ModuleName, modules } from '@medicready/domain/study/modules'
import { Ambulance, Baby, Bandage, Brain, Glasses, HeartPulse, type LucideIcon, Pill, Stethoscope, Wind } from 'lucide-react'
import { bankFigures, moreThan } from './bank-figures.ts'
import { Section } from './layout.tsx'

const moduleCards: Record<ModuleName, { icon: LucideIcon; topics: string }> = {
  'Airway, Respiration & Ventilation': { icon: Wind, topics: 'Airway control, oxygenation, capnography' },
  'Cardiology & Resuscitation': { icon: HeartPulse, topics: '12-leads, arrhythmias, cardiac arrest' },
  Trauma: { icon: Bandage, topics: 'Hemorrhage, shock, head and chest injury' },
  'Medical (OB/GYN, Neurology, GI/GU, Endocrine, Behavioral, ID)': { icon: Stethoscope, topics: 'Neurology, endocrine, OB/GYN, infection' },
  'Pharmacology & Medication Administration': { icon: Pill, topics: 'Doses, indications, routes, reactions' },
  Pediatrics: { icon: Baby, topics: 'Assessment, resuscitation, weight-based care' },
  Geriatrics: { icon: Glasses, topics: 'Falls, polypharmacy, atypical signs' },
  'EMS Operations': { icon: Ambulance, topics: 'Triage, incident command, safety' },
  'Psychiatric Emergencies': { icon: Brain, topics: 'Crisis care, agitation, suicide risk' },
}

/** What the bank holds, by its own figures. */
export const Coverage = () => (
  <Section
    id="coverage"
    title="Complete NREMT Coverage"
    introduction={`More than ${moreThan(bankFigures.questions)} questions in nine modules, seven kinds of items, each with its sources. Choose the modules you want to work on, and change them whenever you like.`}
    raised
  >
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {modules.map(({ name, label }) => {
        const { icon: Icon, topics } = moduleCards[name]
        return (
          <li key={name} className="flex items-center gap-4 rounded-card border border-hairline bg-bg p-4">
            <span className="grid size-11 shrink-0 place-items-center rounded-control bg-brand-soft text-brand">
              <Icon aria-hidden className="size-5" />
            </span>
            <div className="min-w-0">
              <h3 className="font-semibold">{label}</h3>
              <p className="text-sm text-muted">{topics}</p>
              <p className="text-xs text-muted tabular-nums">{bankFigures.modules[name]} questions</p>
            </div>
          </li>
        )
      })}
    </ul>
  </Section>
)
