import { CalendarCheck, Check, type LucideIcon, Sparkles, TrendingUp } from 'lucide-react'
import { classList } from '../ui/class-list.ts'
import { Section } from './layout.tsx'

const features: { title: string; promise: string; points: string[]; icon: LucideIcon }[] = [
  {
    title: 'AI-Generated Questions',
    promise: 'Exam-style questions that read like the real thing.',
    points: ['Clinical scenarios', 'Detailed explanations', 'Several difficulty levels'],
    icon: Sparkles,
  },
  {
    title: 'Adaptive Learning',
    promise: 'Study what moves your score, module by module.',
    points: ['Module-based study', 'Progress tracking', 'Weak-area identification'],
    icon: TrendingUp,
  },
  {
    title: 'Daily Practice',
    promise: 'A few good minutes a day, and they add up.',
    points: ['1-5 questions per day', 'Study-streak tracking', 'Habit formation'],
    icon: CalendarCheck,
  },
]

/** Each theme has a picture of its own; the other one is neither seen nor read out, nor loaded. */
const SCREEN_WORDS = 'The dashboard: today’s questions, the ways to study, progress and streak, and the leaderboard'

export const Features = () => (
  <Section id="features" title="Everything You Need to Pass">
    <ul className="grid gap-5 md:grid-cols-3">
      {features.map(({ title, promise, points, icon: Icon }) => (
        <li key={title} className="grid content-start gap-4 rounded-card border border-hairline bg-surface p-6">
          <span className="grid size-12 place-items-center rounded-card bg-brand-soft text-brand">
            <Icon aria-hidden className="size-6" />
          </span>
          <div className="grid gap-1">
            <h3 className="text-lg font-semibold">{title}</h3>
            <p className="text-balance text-muted">{promise}</p>
          </div>
          <ul className="grid gap-2 text-sm">
            {points.map((point) => (
              <li key={point} className="flex items-center gap-2">
                <Check aria-hidden className="size-4 shrink-0 text-ok" />
                {point}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
    <figure className="mx-auto mt-10 max-w-5xl">
      <div className="overflow-hidden rounded-card border border-hairline shadow-overlay">
        {(['light', 'dark'] as const).map((theme) => (
          <img
            key={theme}
            src={`/landing/dashboard-${theme}.webp`}
            alt={SCREEN_WORDS}
            width={1200}
            height={800}
            loading="lazy"
            className={classList('h-auto w-full', theme === 'light' ? 'dark:hidden' : 'not-dark:hidden')}
          />
        ))}
      </div>
      <figcaption className="mt-3 text-center text-sm text-muted">The dashboard in the middle of a day of study.</figcaption>
    </figure>
  </Section>
)
