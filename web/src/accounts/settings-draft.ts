import type { AccountSettings } from '@medicready/domain/contract/accounts/profile'

/** What is set on the screen of settings and kept with the account. */
export type EditableSettings = Omit<AccountSettings, 'formerTimeZone' | 'timeZoneChangedAt'>

const names = [
  'showCorrectAnswers',
  'dailyEmailEnabled',
  'dailyEmailTime',
  'examDate',
  'calmMode',
  'showOnLeaderboard',
  'timeZone',
] as const satisfies (keyof EditableSettings)[]

/**
 * Of a draft, what is not so already. Only this is sent, so that what was saved in another window meanwhile stays
 * saved.
 */
export const changesIn = (draft: Partial<EditableSettings>, saved: EditableSettings): Partial<EditableSettings> =>
  Object.fromEntries(names.filter((name) => draft[name] !== undefined && draft[name] !== saved[name]).map((name) => [name, draft[name]]))
