import { type Tier, tiers } from '@medicready/domain/billing/shown/tiers'
import type { ShownAchievement } from '@medicready/domain/contract/study/study'
import { includesTier } from '@medicready/domain/study/shown/modes'
import { useSuspenseQuery } from '@tanstack/react-query'
import {
  Ambulance,
  Award,
  Baby,
  BadgeCheck,
  Bandage,
  Bird,
  BookOpen,
  BookOpenCheck,
  Brain,
  CalendarCheck,
  CalendarDays,
  CalendarHeart,
  CalendarRange,
  CheckCheck,
  CircleCheck,
  Crosshair,
  Crown,
  Eye,
  Flame,
  Footprints,
  Gauge,
  Glasses,
  HeartPulse,
  Hourglass,
  Infinity as InfinityIcon,
  Layers,
  Library,
  LibraryBig,
  ListChecks,
  type LucideIcon,
  Milestone,
  Mountain,
  Pencil,
  Pill,
  Repeat,
  Rocket,
  Route,
  ShieldCheck,
  Sprout,
  Star,
  Stethoscope,
  Sun,
  Target,
  Timer,
  Trophy,
  Wind,
  Zap,
} from 'lucide-react'
import { useState } from 'react'
import { achievementsQuery } from '../api/own-reads.ts'
import { useUser } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, TextLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { Progress } from '../ui/progress.tsx'
import { calendarDayInWords, countOf } from '../ui/words.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  sprout: Sprout,
  flame: Flame,
  'calendar-check': CalendarCheck,
  'calendar-days': CalendarDays,
  'calendar-range': CalendarRange,
  milestone: Milestone,
  sun: Sun,
  infinity: InfinityIcon,
  crosshair: Crosshair,
  gauge: Gauge,
  eye: Eye,
  target: Target,
  award: Award,
  footprints: Footprints,
  pencil: Pencil,
  'book-open': BookOpen,
  route: Route,
  'book-open-check': BookOpenCheck,
  library: Library,
  'library-big': LibraryBig,
  mountain: Mountain,
  wind: Wind,
  'heart-pulse': HeartPulse,
  bandage: Bandage,
  stethoscope: Stethoscope,
  pill: Pill,
  baby: Baby,
  glasses: Glasses,
  ambulance: Ambulance,
  brain: Brain,
  layers: Layers,
  'shield-check': ShieldCheck,
  crown: Crown,
  'circle-check': CircleCheck,
  'list-checks': ListChecks,
  'badge-check': BadgeCheck,
  'check-check': CheckCheck,
  star: Star,
  timer: Timer,
  zap: Zap,
  bird: Bird,
  rocket: Rocket,
  'calendar-heart': CalendarHeart,
  repeat: Repeat,
  hourglass: Hourglass,
  trophy: Trophy,
}

const achievementIcon = (name: string): LucideIcon => icons[name] ?? Award

const shareOf = ({ progress, requirement }: ShownAchievement): number => progress / requirement

/** Earned ones, and the nearest of each type. */
export function inShort(achievements: readonly ShownAchievement[]): ShownAchievement[] {
  const next = new Set<ShownAchievement>()
  for (const ofType of Map.groupBy(achievements, ({ type }) => type).values()) {
    const [nearest] = ofType.filter(({ earnedOn }) => earnedOn === null).toSorted((one, other) => shareOf(other) - shareOf(one))
    if (nearest) next.add(nearest)
  }
  return achievements.filter((achievement) => achievement.earnedOn !== null || next.has(achievement))
}

const typeWords: Readonly<Record<ShownAchievement['type'], string>> = {
  study_streak: 'Study Streak',
  accuracy_milestone: 'Accuracy',
  questions_answered: 'Questions Answered',
  module_mastery: 'Module Mastery',
  perfect_session: 'Perfect Sessions',
  speed_demon: 'Pace',
  dedicated_learner: 'Dedication',
}

export function AchievementsSection() {
  const { calmMode } = useUser()
  return calmMode ? <HiddenAchievements /> : <Achievements />
}

const HiddenAchievements = () => (
  <Card heading="Achievements">
    <p className="mt-1 text-sm text-muted">
      Calm Mode is on. Your achievements are saved and appear here when you turn it off.{' '}
      <TextLink to={paths.settings()}>Change in Settings</TextLink>
    </p>
  </Card>
)

function Achievements() {
  const { data } = useSuspenseQuery(achievementsQuery)
  const [showsAll, setShowsAll] = useState(false)
  const { achievements, points } = data
  const earned = achievements.filter(({ earnedOn }) => earnedOn !== null).length
  const types = Map.groupBy(showsAll ? achievements : inShort(achievements), ({ type }) => type)
  return (
    <Card
      heading="Achievements"
      lead={
        earned === 0
          ? 'Your first achievement comes with your first answer.'
          : `${earned} of ${achievements.length} earned, ${countOf(points, 'point')}`
      }
      className="grid gap-5"
    >
      {[...types].map(([type, ofType]) => (
        <section key={type} aria-label={typeWords[type]} className="grid gap-3">
          <h3 className="text-sm font-semibold text-muted">{typeWords[type]}</h3>
          <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            {ofType.map((achievement) => (
              <AchievementRow key={achievement.id} achievement={achievement} />
            ))}
          </ul>
        </section>
      ))}
      {showsAll && (
        <div className="grid gap-2 text-sm text-muted">
          <p>
            Each question counts once a day. Accuracy, mastery, and perfect sessions count only questions that you had not answered in the 7
            days before. Questions on trial do not count.
          </p>
          <p>
            A quick answer must be correct and must leave time to read the question. Quick answers count while most of your latest answers
            are correct.
          </p>
        </div>
      )}
      <Button
        variant="secondary"
        className="justify-self-start"
        aria-expanded={showsAll}
        onClick={() => setShowsAll(!showsAll)}
        label={showsAll ? 'Show fewer' : `Show all ${achievements.length}`}
      />
    </Card>
  )
}

function AchievementRow({ achievement }: { achievement: ShownAchievement }) {
  const { subscriptionTier } = useUser()
  const { name, description, icon, points, earnedOn } = achievement
  const Icon = achievementIcon(icon)
  const isEarned = earnedOn !== null
  return (
    <li className="flex items-start gap-3">
      <span
        className={classList(
          'mt-0.5 grid size-10 shrink-0 place-items-center rounded-pill',
          isEarned ? 'bg-warn-soft text-warn' : 'bg-sunken text-muted',
        )}
      >
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          <Badge tone={isEarned ? 'warn' : 'neutral'}>{countOf(points, 'point')}</Badge>
        </p>
        <p className="text-sm text-muted">{description}</p>
        {isEarned ? (
          <p className="mt-1 text-sm">Earned on {calendarDayInWords(earnedOn)}</p>
        ) : (
          <div className="mt-2 grid gap-1">
            <Progress label={`Progress of ${name}`} value={achievement.progress} max={achievement.requirement} />
            <p className="text-sm text-muted">{progressWords(achievement, subscriptionTier)}</p>
          </div>
        )}
      </div>
    </li>
  )
}

function progressWords({ type, progress, requirement, answersToGo, reachableFrom }: ShownAchievement, tier: Tier): string {
  if (answersToGo !== null) return `${countOf(answersToGo, 'answer')} to go before this counts`
  const unit = type === 'accuracy_milestone' ? '%' : ''
  const reached = `${progress.toLocaleString('en-US')}${unit} of ${requirement.toLocaleString('en-US')}${unit}`
  if (includesTier(tier, reachableFrom) || progress > 0) return reached
  return `${reached}. Within reach ${reachableFrom === 'basic' ? `from ${tiers.basic.label} on` : `with ${tiers.premium.label}`}`
}
