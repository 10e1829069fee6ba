import { daysBetween, weekOf } from '@medicready/domain/core/shown/calendar'
import { localTimeAt } from '@medicready/domain/tutoring/local-time'
import { defineFold, type Rows, table } from '../read-models/definition.ts'

// When do students study? Answers outside practice exams, by weekday and hour on each student's own clock.

const tables = {
  answers_by_hour: table({
    key: ['weekday', 'hour'],
    columns: { /** 1 is Monday. */ weekday: 'integer', hour: 'integer', answers: 'integer', students: 'integer' },
  }),
  time_zones: table({ key: ['user_id'], columns: { user_id: 'uuid', time_zone: 'text' }, private: true }),
  /** So that a student counts once in an hour of the week. */
  student_hours: table({ key: ['user_id', 'hour_of_week'], columns: { user_id: 'uuid', hour_of_week: 'integer' }, private: true }),
}

function count(user_id: string, at: string, { answers_by_hour, time_zones, student_hours }: Rows<typeof tables>): void {
  const { day, minutes } = localTimeAt(Date.parse(at), time_zones.get({ user_id })?.time_zone ?? 'UTC')
  const key = { weekday: daysBetween(weekOf(day), day) + 1, hour: Math.floor(minutes / 60) }
  const { answers, students } = answers_by_hour.get(key) ?? { answers: 0, students: 0 }
  const ofStudent = { user_id, hour_of_week: 24 * key.weekday + key.hour }
  answers_by_hour.set({ ...key, answers: answers + 1, students: students + (student_hours.get(ofStudent) ? 0 : 1) })
  student_hours.set(ofStudent)
}

export const answersByHour = defineFold({
  tables,
  on: {
    AccountRegistered: ({ data: { userId: user_id, timeZone: time_zone } }, { time_zones }) => time_zones.set({ user_id, time_zone }),
    SettingsChanged: ({ data: { userId: user_id, timeZone: time_zone } }, { time_zones }) => time_zones.set({ user_id, time_zone }),
    AnswerSubmitted: ({ data, metadata }, rows) => count(data.userId, data.givenAt ?? metadata.occurredAt, rows),
  },
})
