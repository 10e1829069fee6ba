import type { EventOf } from '../event.ts'
import type { ExamStarted } from './exam.ts'

/** What the engine needs of an exam: a part of `ExamStarted`. */
export type ExamRules = Pick<
  EventOf<typeof ExamStarted>['data'],
  'minItems' | 'maxItems' | 'pilots' | 'stopping' | 'cut' | 'balance' | 'shares' | 'sets' | 'passedOver' | 'seed'
>
