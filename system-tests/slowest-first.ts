import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow files however short: one that begins last is waited for by all others. */
const slow = [
  'projector/engine/projector.test.ts',
  'system-tests/faults.test.ts',
  'system-tests/unavailable.test.ts',
  'system-tests/power-cut.test.ts',
  'system-tests/bad-input.test.ts',
  'system-tests/offline-answers.test.ts',
  'system-tests/bench/benches.test.ts',
  'platform/event-store/event-store.test.ts',
]
const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = slow.findIndex((file) => moduleId.endsWith(`/${file}`))
  return place < 0 ? slow.length : place
}

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
