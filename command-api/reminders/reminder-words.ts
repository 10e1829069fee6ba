import type { DayReminder } from '@medicready/domain/reminders/reminder-day'
import type { Notice } from './push.ts'

export type Reminding =
  | { readonly kind: 'dailyQuestions' }
  | { readonly kind: 'streak'; readonly days: number; readonly freezes: number }
  | { readonly kind: 'reviews'; readonly cards: number }

export const reminderWhys: Readonly<Record<DayReminder | 'sessions' | 'ofTutor', string>> = {
  dailyQuestions: 'You asked for a reminder when your daily questions are ready.',
  streak: 'You asked for a reminder when your streak is about to end.',
  reviews: 'You asked for a reminder when reviews are due.',
  sessions: 'You have booked a tutoring session.',
  ofTutor: 'You are giving a tutoring session.',
}

export interface ReminderWords {
  readonly title: string
  readonly text: string
  readonly path: string
  readonly why: string
}

export function reminderWords(reminding: Reminding): ReminderWords {
  const why = reminderWhys[reminding.kind]
  switch (reminding.kind) {
    case 'dailyQuestions':
      return {
        title: 'Your questions for today are ready',
        text: 'A few minutes now keep you on track.',
        path: '/study-session?mode=daily',
        why,
      }
    case 'streak': {
      const { days, freezes } = reminding
      const streak = `Your streak of ${days} ${days === 1 ? 'day' : 'days'}`
      return {
        title: freezes > 0 ? `${streak} needs an answer today` : `${streak} ends at midnight`,
        text: freezes > 0 ? 'One answer keeps it without a freeze.' : 'One answer today keeps it.',
        path: '/study-session?mode=daily',
        why,
      }
    }
    case 'reviews': {
      const { cards } = reminding
      const title = cards === 1 ? 'One review is due' : `${cards} reviews are due`
      return { title, text: 'Questions come back just before you would forget them.', path: '/review', why }
    }
  }
}

export const noticeOf = ({ title, text, path, why }: ReminderWords): Notice => ({ title, body: `${text}\n${why}`, path })
