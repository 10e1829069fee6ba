import type { PlanCause, PlannedDay } from '@medicready/domain/study/plan/study-plan'
import { defineReadModel, table, typed } from '../definition.ts'

export const studyPlans = defineReadModel({
  name: 'study/study-plans',
  version: 3,
  tables: {
    study_plans: table({
      key: ['user_id'],
      columns: {
        user_id: 'uuid',
        starts_on: 'date',
        exam_date: 'date?',
        cause: typed<PlanCause>('text'),
        days: typed<readonly PlannedDay[]>('jsonb'),
        former_days: typed<readonly PlannedDay[]>('jsonb?'),
        laid_out_at: 'timestamptz',
      },
    }),
  },
  on: {
    PlanLaidOut: ({ data, metadata }, { study_plans }) => {
      if (data.days === null) return study_plans.delete({ user_id: data.userId })
      study_plans.set({
        user_id: data.userId,
        starts_on: data.from,
        exam_date: data.examDate,
        cause: data.cause,
        days: data.days,
        former_days: study_plans.get({ user_id: data.userId })?.days ?? null,
        laid_out_at: metadata.occurredAt,
      })
    },
    AccountErased: ({ data }, { study_plans }) => study_plans.delete({ user_id: data.userId }),
    PlanClosed: ({ data }, { study_plans }) => study_plans.delete({ user_id: data.userId }),
  },
})
