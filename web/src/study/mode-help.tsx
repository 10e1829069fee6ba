import { studyModeRules } from '@medicready/domain/study/modes'
import { useUser } from '../api/session.ts'
import { Card } from '../ui/card.tsx'
import { begunModes, modeTexts } from './study-modes.ts'

const today = (calmMode: boolean) => ({
  name: studyModeRules.daily.name,
  when: 'A few minutes today',
  text: `Answer today's questions first. They ${calmMode ? '' : 'keep your streak and '}show you where you stand.`,
})
const modes = begunModes.map((mode) => ({ name: studyModeRules[mode].name, ...modeTexts[mode].help }))

/** Which mode is for what. */
export const ModeHelp = () => (
  <Card aria-labelledby="need-help" className="bg-brand-soft">
    <h2 id="need-help" className="text-lg font-semibold">
      Need Help Choosing?
    </h2>
    <dl className="mt-3 grid gap-3 text-sm sm:grid-cols-[auto_1fr] sm:gap-x-6">
      {[today(useUser().calmMode), ...modes].map(({ name, when, text }) => (
        <div key={name} className="sm:contents">
          <dt className="font-semibold">{when}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-3 text-sm">If you cannot decide, start with what is due today.</p>
  </Card>
)
