import { EXPORT_HOURS } from '@medicready/domain/accounts/personal-data-rules'
import type { DataExport } from '@medicready/domain/contract/accounts/personal-data'

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** "7 KB", "1.2 MB". */
export const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000)).toLocaleString('en-US')} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** How the latest export stands. */
export function exportWords({ situation, expiresAt, bytes }: DataExport): string {
  switch (situation) {
    case 'beingMade':
      return 'Your data is being put together. You can leave this page: a mail tells you when it is ready.'
    case 'ready':
      return `Your data is ready, until ${moment.format(new Date(expiresAt ?? 0))}${bytes === null ? '' : ` (${sizeOf(bytes)})`}.`
    case 'expired':
      return 'Your last download has expired. You can ask for your data again.'
  }
}

/** Once a day, counted from when it was asked for. */
export const mayAskAgain = (latest: DataExport | undefined, now: number): boolean =>
  latest === undefined || now - Date.parse(latest.requestedAt) >= EXPORT_HOURS * 3_600_000
