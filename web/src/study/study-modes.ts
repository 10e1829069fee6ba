import type { LucideIcon } from 'lucide-react'
import { BookOpenCheck, GraduationCap, RotateCcw, Timer } from 'lucide-react'
import type { Sent } from '../api/client.ts'

export type BeginSession = Sent<'POST /api/study-session/generate'>['body']
/** A mode in which a session can be begun; today's questions come by themselves. */
export type BegunMode = BeginSession['mode']

interface ModeTexts {
  readonly icon: LucideIcon
  readonly description: string
  readonly features: readonly string[]
  /** What speaks for it, and when. */
  readonly help: { readonly when: string; readonly text: string }
}

/** What is said of the modes where somebody chooses one. What they do is in `studyModeRules`. */
export const modeTexts: Readonly<Record<BegunMode, ModeTexts>> = {
  practice: {
    icon: BookOpenCheck,
    description: 'A short set of questions from your modules, each explained as soon as you answer it.',
    features: [
      'New questions first, your weakest modules before the others',
      'The right answer and the explanation after each question',
      'No time limit and no confidence to rate',
      'Flag what you want to see again',
    ],
    help: { when: 'New ground', text: 'Choose Practice Mode to meet new questions and read why each answer is right.' },
  },
  review: {
    icon: RotateCcw,
    description: 'Your earlier questions come back when you are about to forget them.',
    features: [
      'Reviews that are due come first',
      'Then what you missed and what you flagged',
      'Answer, explanation and clinical pearl after each question',
      'Choices in another order than last time',
    ],
    help: {
      when: 'Things you have seen before',
      text: 'Choose Review Mode when reviews are due, or when you missed or flagged a question lately.',
    },
  },
  tutor_mode: {
    icon: GraduationCap,
    description: 'Take your time: say how sure you are, answer, and read everything behind the answer.',
    features: [
      'Rate your confidence from 1 to 5 before you answer',
      'Answer, explanation and clinical pearl after each question',
      'The reason for each option, and the references',
      'Your own quiz from modules, topics and difficulty',
    ],
    help: {
      when: 'A topic that will not stick',
      text: 'Choose Tutor Mode to slow down, weigh how sure you are, and read the reason for each option.',
    },
  },
  timed_exam: {
    icon: Timer,
    description: 'Questions against the clock, with no word on your answers until the end.',
    features: [
      '90 seconds for each question',
      'The clock turns red for the last 10 seconds',
      'No answers or explanations until the session has ended',
      'A question that runs out of time counts as wrong',
    ],
    help: {
      when: 'The exam is getting close',
      text: 'Choose Timed Exam to get used to the pace, once most of your answers without a clock are right.',
    },
  },
}

/** In the order in which they are offered. */
export const begunModes = Object.keys(modeTexts) as BegunMode[]
