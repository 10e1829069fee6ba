import type { CalibrationBin } from '@medicready/domain/contract/readiness/readiness'
import { countOf, percentOf, shareRange } from '../ui/words.ts'

/** "70–80%" */
export const binName = ({ from, to }: CalibrationBin): string => `${Math.round(100 * from)}–${Math.round(100 * to)}%`

export function binWords(bin: CalibrationBin): string {
  const { predictions, passed, said, happened, low, high } = bin
  if (said === null || happened === null || low === null || high === null) return `Chances of ${binName(bin)}: none so far`
  return `Chances of ${binName(bin)}: on average we said ${percentOf(said)}, and ${percentOf(happened)} passed (${passed} of ${predictions}), likely range ${shareRange({ low, high })}`
}

/** "0.142". */
export const thousandths = (value: number): string => value.toFixed(3)

/** With fewer, chance alone moves the points. */
const ENOUGH = 200

/** Null once there are enough. */
export const fewWords = (predictions: number, noun: string): string | null =>
  predictions >= ENOUGH
    ? null
    : `Only ${countOf(predictions, noun)} so far. With so few, chance alone moves these points up and down. Look at the ranges, not the points.`
