import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take half a minute or more, however short they are: one that begins last is waited for by all others. */
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

/** Begins with the slow ones, then goes on as vitest does: by what it remembers, or by the length of files. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
