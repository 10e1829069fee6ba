import type { EventOf } from '../event.ts'
import type { ExamStarted } from './exam.ts'

export type ExamRules = Pick<
  EventOf<typeof ExamStarted>['data'],
  'minItems' | 'maxItems' | 'pilots' | 'stopping' | 'cut' | 'balance' | 'shares' | 'sets' | 'passedOver' | 'seed'
>
