import { defineReadModel, type MutableRows, newRow, type RowOf, table } from '../definition.ts'

const tables = {
  reminders_come: table({
    key: ['user_id'],
    columns: { user_id: 'uuid', questions_on: 'date?', streak_on: 'date?', reviews_on: 'date?' },
  }),
}

type Row = RowOf<typeof tables.reminders_come>

function come(rows: MutableRows<typeof tables.reminders_come>, user_id: string, on: Partial<Row>): void {
  rows.set({ ...(rows.get({ user_id }) ?? newRow(tables.reminders_come, { user_id })), ...on })
}

/** Keeps the minutely job from processing a person twice a day. */
export const remindersCome = defineReadModel({
  name: 'reminders/reminders-come',
  version: 1,
  tables,
  on: {
    QuestionsReminderDue: ({ data }, { reminders_come }) => come(reminders_come, data.userId, { questions_on: data.date }),
    StreakReminderDue: ({ data }, { reminders_come }) => come(reminders_come, data.userId, { streak_on: data.date }),
    ReviewsReminderDue: ({ data }, { reminders_come }) => come(reminders_come, data.userId, { reviews_on: data.date }),
    AccountErased: ({ data: { userId: user_id } }, { reminders_come }) => reminders_come.delete({ user_id }),
  },
})
