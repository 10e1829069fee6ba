import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asItStands, because, DeliveredQuestion, type Portion, portionsOf } from '../questions/delivered-question.ts'
import { type ModuleName, moduleNames } from '../questions/shown/modules.ts'
import {
  type Catalog,
  deal,
  findNew,
  type ModuleRecord,
  newOnes,
  newWithCauses,
  repeatsOf,
  type SeenPortion,
  walkOver,
  weakestFirst,
} from './selection.ts'

const question = (questionId: string, module: ModuleName = 'Trauma'): DeliveredQuestion => ({
  questionId,
  questionVersion: 1,
  module,
  set: null,
  ...asItStands,
})
const setOf = (name: string, of: number, module: ModuleName = 'Trauma'): Portion =>
  Array.from({ length: of }, (_, index) => ({
    ...question(`${name}/${index + 1}`, module),
    set: { id: name, part: index + 1, of },
  }))
const seenOn = (lastDeliveredOn: string, questionId: string, module: ModuleName = 'Trauma'): SeenPortion => ({
  module,
  portion: [question(questionId, module)],
  lastDeliveredOn,
  missed: 1,
})
const ids = (questions: readonly { questionId: string }[]) => questions.map(({ questionId }) => questionId)
const idsIn = (portions: readonly Portion[] = []) => ids(portions.flat())
/** Modules with this many questions each. */
const catalogOf = (sizes: Partial<Record<ModuleName, number>>): Catalog =>
  new Map(
    Object.entries(sizes).map(([module, size]) => [
      module as ModuleName,
      portionsOf(Array.from({ length: size }, (_, n) => question(`${module.slice(0, 3)}-${n}`, module as ModuleName))),
    ]),
  )

interface Asked {
  readonly modules?: readonly ModuleName[]
  readonly seed?: string
  readonly count: number
  readonly records?: readonly ModuleRecord[]
}

/**
 * Chooses new questions like the service, for a learner who has seen some, and counts the ids that it was asked
 * about.
 */
function chooseNew(
  catalog: Catalog,
  { modules = [...catalog.keys()], seed = 'seed', count, records = [] }: Asked,
  seen = new Set<string>(),
) {
  const finding = findNew(catalog, { modules, seed, count })
  const lookedUp: string[] = []
  let step = finding.next()
  while (!step.done) {
    lookedUp.push(...step.value)
    step = finding.next(new Set(step.value.filter((id) => seen.has(id))))
  }
  return { chosen: deal(weakestFirst(modules, records, seed), step.value, count), lookedUp }
}

/** Pearson's: how far counts are from being equal. */
function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}
/** What chance exceeds once in a thousand times (Wilson and Hilferty's approximation). */
const onceInAThousand = (degreesOfFreedom: number): number => {
  const spread = 2 / (9 * degreesOfFreedom)
  return degreesOfFreedom * (1 - spread + 3.0902 * Math.sqrt(spread)) ** 3
}

describe('a walk', () => {
  test('visits each place once, whatever the number of places and the seed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.string(), (length, seed) => {
        const placeAt = walkOver(length, seed)
        const places = Array.from({ length }, (_, step) => placeAt(step))
        expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length }, (_, place) => place))
      }),
    )
  })

  test('stays within a catalog of 200,000 questions', () => {
    const placeAt = walkOver(200_000, 'seed')
    expect(new Set(Array.from({ length: 200_000 }, (_, step) => placeAt(step))).size).toBe(200_000)
  })

  test('is the same for the same seed on every machine and in every release', () => {
    const steps = (length: number, seed: string) => Array.from({ length: 5 }, (_, step) => walkOver(length, seed)(step))
    expect(steps(63, '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001_2026-03-01 Trauma')).toEqual([6, 31, 56, 18, 43])
    expect(steps(200_000, '')).toEqual([123_005, 47_166, 171_327, 95_488, 19_649])
  })

  test.each([59, 60, 64])('of %i places begins at each equally often, and continues to each equally often', (length) => {
    const walks = Array.from({ length: length * 200 }, (_, day) => walkOver(length, `3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001_${day} Trauma`))
    for (const step of [0, 1]) {
      const times = new Array<number>(length).fill(0)
      for (const placeAt of walks) times[placeAt(step)] = (times[placeAt(step)] ?? 0) + 1
      expect(chiSquare(times)).toBeLessThan(onceInAThousand(length - 1))
    }
  })
})

describe('new questions', () => {
  const [airway, trauma, pediatrics] = ['Airway, Respiration & Ventilation', 'Trauma', 'Pediatrics'] as const

  test('are the requested number, each once, and none that the learner had before', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.constantFrom(...moduleNames), fc.nat(40)), { selector: ([module]) => module, minLength: 1 }),
        fc.nat(60),
        fc.string(),
        fc.nat(100),
        (sizes, count, seed, share) => {
          const catalog = catalogOf(Object.fromEntries(sizes))
          const all = idsIn([...catalog.values()].flat())
          const seen = new Set(all.filter((_, n) => (n * 37) % 100 < share))
          const { chosen, lookedUp } = chooseNew(catalog, { seed, count }, seen)
          expect(chosen.length).toBe(Math.min(count, all.length - seen.size))
          expect(new Set(ids(chosen)).size).toBe(chosen.length)
          expect(ids(chosen).filter((id) => seen.has(id))).toEqual([])
          expect(new Set(lookedUp).size).toBe(lookedUp.length)
          expect(chooseNew(catalog, { seed, count }, seen).chosen).toEqual(chosen)
        },
      ),
    )
  })

  test('come only from the requested modules', () => {
    const { chosen } = chooseNew(catalogOf({ [airway]: 9, [trauma]: 9 }), { modules: [trauma, pediatrics], count: 20 })
    expect(ids(chosen).sort()).toEqual(Array.from({ length: 9 }, (_, n) => `Tra-${n}`))
  })

  test('are dealt in turn from the modules, the weakest first', () => {
    const { chosen } = chooseNew(catalogOf({ [airway]: 9, [trauma]: 9, [pediatrics]: 9 }), {
      count: 5,
      records: [
        { module: trauma, scoredAnswers: 10, correctAnswers: 2 },
        { module: airway, scoredAnswers: 10, correctAnswers: 9 },
      ],
    })
    expect(chosen.map(({ module }) => module)).toEqual([pediatrics, trauma, airway, pediatrics, trauma])
  })

  test('are filled up from the other modules when one has run out', () => {
    const { chosen } = chooseNew(catalogOf({ [airway]: 2, [trauma]: 40 }), { count: 10 })
    expect(chosen.filter(({ module }) => module === airway)).toHaveLength(2)
    expect(chosen.filter(({ module }) => module === trauma)).toHaveLength(8)
  })

  test('are the requested number, even if one module has few and most of the other were seen', () => {
    const catalog = catalogOf({ [airway]: 1, [trauma]: 200 })
    const seen = new Set(Array.from({ length: 150 }, (_, n) => `Tra-${(n * 7) % 200}`))
    for (let day = 0; day < 50; day++) expect(chooseNew(catalog, { count: 10, seed: `day ${day}` }, seen).chosen).toHaveLength(10)
  })

  test('of a small draw are the start of a larger draw with the same seed', () => {
    const catalog = catalogOf({ [airway]: 30, [trauma]: 20, [pediatrics]: 3 })
    const seen = new Set(Array.from({ length: 18 }, (_, n) => `Air-${n}`))
    const longest = ids(chooseNew(catalog, { count: 35 }, seen).chosen)
    expect(longest).toHaveLength(35)
    for (const count of [0, 1, 5, 20]) expect(ids(chooseNew(catalog, { count }, seen).chosen)).toEqual(longest.slice(0, count))
  })

  test('differ with another seed, and all are equally frequent', () => {
    const catalog = catalogOf({ [trauma]: 60 })
    const times = new Map<string, number>()
    for (let day = 0; day < 12_000; day++)
      for (const id of ids(chooseNew(catalog, { count: 1, seed: `day ${day}` }).chosen)) times.set(id, (times.get(id) ?? 0) + 1)
    expect(times.size).toBe(60)
    expect(chiSquare([...times.values()])).toBeLessThan(onceInAThousand(59))
  })

  test('of a half-seen module are about equally frequent', () => {
    const catalog = catalogOf({ [trauma]: 211 })
    const seen = new Set(Array.from({ length: 106 }, (_, n) => `Tra-${(n * n) % 211}`))
    const times = new Map<string, number>()
    const unseen = 211 - seen.size
    for (let day = 0; day < unseen * 200; day++)
      for (const id of ids(chooseNew(catalog, { count: 1, seed: `day ${day}` }, seen).chosen)) times.set(id, (times.get(id) ?? 0) + 1)
    expect(times.size).toBe(unseen)
    expect(Math.min(...times.values())).toBeGreaterThan(130)
    expect(Math.max(...times.values())).toBeLessThan(270)
  })

  test('cost a few lookups per requested question, however large the bank is', () => {
    for (const size of [20, 200, 20_000]) {
      const { lookedUp } = chooseNew(catalogOf({ [airway]: size, [trauma]: size, [pediatrics]: size }), { count: 5 })
      expect(lookedUp.length).toBe(24)
    }
    expect(chooseNew(catalogOf({ [trauma]: 20 }), { count: 0 }).lookedUp).toEqual([])
  })

  test('cost no more than a few lookups per question that the learner had before', () => {
    const catalog = catalogOf({ [trauma]: 20_000 })
    const seen = new Set(Array.from({ length: 5_000 }, (_, n) => `Tra-${n * 4}`))
    for (let day = 0; day < 100; day++) expect(chooseNew(catalog, { count: 5, seed: `day ${day}` }, seen).lookedUp.length).toBeLessThan(150)
    // Questions found in a small module count, so the other module need not find as many.
    const most = new Set(Array.from({ length: 20_000 }, (_, n) => `Tra-${n}`).filter((_, n) => n % 10 > 0))
    const beside = new Map([...catalog, ...catalogOf({ [airway]: 20 })])
    for (let day = 0; day < 20; day++)
      expect(chooseNew(beside, { count: 30, seed: `day ${day}` }, most).lookedUp.length).toBeLessThan(1_000)
    const all = new Set(idsIn(catalog.get(trauma)))
    expect(chooseNew(catalog, { count: 5 }, all)).toMatchObject({ chosen: [], lookedUp: { length: 20_000 } })
  })
})

describe('sets', () => {
  const [airway, trauma] = ['Airway, Respiration & Ventilation', 'Trauma'] as const
  /** A module with single questions and sets of this many parts. */
  const withSets = (singles: number, sizes: readonly number[], module: ModuleName = trauma): Portion[] => [
    ...(catalogOf({ [module]: singles }).get(module) ?? []),
    ...sizes.map((of, n) => setOf(`${module.slice(0, 3)}-set-${n}`, of, module)),
  ]

  test('are dealt whole and in order, within the requested number, and leave no gap that single questions can fill', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.constantFrom(...moduleNames), fc.nat(20), fc.array(fc.integer({ min: 3, max: 6 }), { maxLength: 8 })), {
          selector: ([module]) => module,
          minLength: 1,
        }),
        fc.nat(20),
        fc.string(),
        fc.nat(100),
        (modules, count, seed, share) => {
          const catalog = new Map(modules.map(([module, singles, sizes]) => [module, withSets(singles, sizes, module)]))
          const all = idsIn([...catalog.values()].flat())
          const seen = new Set(all.filter((_, n) => (n * 37) % 100 < share))
          const { chosen, lookedUp } = chooseNew(catalog, { seed, count }, seen)
          expect(chosen.length).toBeLessThanOrEqual(count)
          expect(portionsOf(chosen).flat()).toEqual(chosen)
          expect(new Set(ids(chosen)).size).toBe(chosen.length)
          expect(ids(chosen).filter((id) => seen.has(id))).toEqual([])
          expect(new Set(lookedUp).size).toBe(lookedUp.length)
          const singlesLeft = [...catalog.values()]
            .flat()
            .filter(
              (portion) =>
                portion.length === 1 && !seen.has(portion[0]?.questionId ?? '') && !chosen.includes(portion[0] as DeliveredQuestion),
            )
          if (chosen.length < count) expect(singlesLeft).toEqual([])
          expect(chooseNew(catalog, { seed, count }, seen).chosen).toEqual(chosen)
        },
      ),
    )
  })

  test('are dealt first if single questions would take their room and leave a gap', () => {
    const catalog = new Map([[trauma, withSets(2, [4])]])
    for (let day = 0; day < 20; day++) {
      const { chosen } = chooseNew(catalog, { count: 5, seed: `day ${day}` })
      expect(chosen.filter(({ set }) => set)).toHaveLength(4)
      expect(chosen).toHaveLength(5)
    }
  })

  test('are as frequent as single questions, and so is each of their parts', () => {
    const catalog = new Map([[trauma, withSets(40, [3, 3, 4, 4, 5, 5])]])
    const times = new Map<string, number>()
    for (let day = 0; day < 46 * 200; day++) {
      const [first] = chooseNew(catalog, { count: 6, seed: `day ${day}` }).chosen
      const name = first?.set?.id ?? first?.questionId ?? ''
      times.set(name, (times.get(name) ?? 0) + 1)
    }
    expect(times.size).toBe(46)
    expect(chiSquare([...times.values()])).toBeLessThan(onceInAThousand(45))
  })

  test('are not given if fewer questions are left than they have parts', () => {
    const catalog = new Map([[trauma, withSets(2, [3, 3, 3, 3])]])
    for (let day = 0; day < 20; day++)
      for (const count of [1, 2]) {
        const { chosen } = chooseNew(catalog, { count, seed: `day ${day}` })
        expect(chosen.map(({ set }) => set)).toEqual(Array(count).fill(null))
      }
  })

  test('are no longer new once one of their parts was delivered', () => {
    const catalog = new Map([[trauma, withSets(0, [3, 4])]])
    expect(ids(chooseNew(catalog, { count: 10 }, new Set(['Tra-set-0/3'])).chosen)).toEqual(ids(setOf('Tra-set-1', 4)))
  })

  test('cost as much as the questions that they stand for', () => {
    for (const size of [100, 20_000]) {
      const sizes = Array.from({ length: size / 20 }, () => 4)
      const catalog = new Map([
        [trauma, withSets(size, sizes)],
        [airway, withSets(size, sizes, airway)],
      ])
      for (let day = 0; day < 50; day++) expect(chooseNew(catalog, { count: 5, seed: `day ${day}` }).lookedUp.length).toBeLessThan(80)
    }
  })

  test('that no longer fit make way for the next of their pile', () => {
    const piles = new Map([[trauma, [[question('t1')], setOf('s1', 4), setOf('s2', 3), [question('t2')]]]])
    expect(ids(deal([trauma], piles, 4))).toEqual(['t1', 's2/1', 's2/2', 's2/3'])
    expect(ids(deal([trauma], piles, 3))).toEqual(['s2/1', 's2/2', 's2/3'])
    expect(ids(deal([trauma], piles, 9))).toEqual(['t1', 's1/1', 's1/2', 's1/3', 's1/4', 's2/1', 's2/2', 's2/3', 't2'])
  })
})

describe('repeats', () => {
  test('are the longest unseen', () => {
    const seen = [seenOn('2026-03-02', 'lately'), seenOn('2026-01-02', 'long ago'), seenOn('2026-02-02', 'between')]
    expect(idsIn(repeatsOf(seen, 'seed').get('Trauma'))).toEqual(['long ago', 'between', 'lately'])
  })

  test('are in the order of their days, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 10, max: 28 })), (days) => {
        const seen = days.map((day, n) => seenOn(`2026-02-${day}`, `q${n}`))
        const dayOf = new Map(seen.map(({ portion, lastDeliveredOn }) => [portion[0]?.questionId, lastDeliveredOn]))
        const order = idsIn(repeatsOf(seen, 'seed').get('Trauma')).map((id) => dayOf.get(id))
        expect(order).toEqual(days.map((day) => `2026-02-${day}`).sort())
      }),
    )
  })

  test('come by module, each with its cause, its last day, and its own order of choices', () => {
    const piles = repeatsOf([seenOn('2026-03-02', 'a'), seenOn('2026-01-02', 'b', 'Pediatrics')], 'seed')
    const again = (id: string, module: ModuleName, lastSeen: string) => ({
      ...question(id, module),
      shuffle: expect.any(Number),
      why: { cause: 'longest_unseen', lastSeen, recall: null, missed: 1 },
    })
    expect(Object.fromEntries(piles)).toEqual({
      Trauma: [[again('a', 'Trauma', '2026-03-02')]],
      Pediatrics: [[again('b', 'Pediatrics', '2026-01-02')]],
    })
    const shuffles = (seed: string) => repeatsOf([seenOn('2026-03-02', 'a'), seenOn('2026-03-02', 'b')], seed).get('Trauma')
    const [one, again2, other] = ['one', 'one', 'other'].map((seed) =>
      shuffles(seed)
        ?.flat()
        .map(({ questionId, shuffle }) => [questionId, shuffle])
        .sort(),
    )
    expect(again2).toEqual(one)
    expect(other).not.toEqual(one)
    expect(DeliveredQuestion.shape.shuffle.safeParse(one?.[0]?.[1]).success).toBe(true)
  })

  test('carry the cause of a set on its first part, and shuffle the choices of all parts', () => {
    const [portion = []] = repeatsOf([{ ...seenOn('2026-03-02', ''), portion: setOf('s', 3) }], 'seed').get('Trauma') ?? []
    expect(portion.map(({ why }) => why?.cause)).toEqual(['longest_unseen', undefined, undefined])
    expect(portion.every(({ shuffle }) => shuffle !== null)).toBe(true)
  })

  test('of the same day follow the seed, whatever their order in the input', () => {
    const seen = Array.from({ length: 20 }, (_, n) => seenOn('2026-03-01', `q${n}`))
    const order = (seed: string, input = seen) => idsIn(repeatsOf(input, seed).get('Trauma'))
    expect(order('one')).toEqual(order('one', seen.toReversed()))
    expect(order('one')).not.toEqual(order('two'))
    expect(order('one').toSorted()).toEqual(idsIn(seen.map(({ portion }) => portion)).toSorted())
  })
})

describe('the causes of new questions', () => {
  const [airway, trauma, pediatrics] = ['Airway, Respiration & Ventilation', 'Trauma', 'Pediatrics'] as const
  const piles = catalogOf({ [airway]: 1, [trauma]: 2, [pediatrics]: 1 })
  const causes = (records: readonly ModuleRecord[]) =>
    Object.fromEntries(
      [...newWithCauses(piles, records)].map(([module, pile]) => [module, [...new Set(pile.flat().map(({ why }) => why?.cause))]]),
    )

  test('are the weakest module, an unanswered module, or that they are new', () => {
    const records = [
      { module: airway, scoredAnswers: 20, correctAnswers: 19 },
      { module: trauma, scoredAnswers: 20, correctAnswers: 3 },
    ]
    expect(causes(records)).toEqual({ [airway]: ['new'], [trauma]: ['new_weakest'], [pediatrics]: ['new_unstudied'] })
    expect(causes([])).toEqual({ [airway]: ['new_unstudied'], [trauma]: ['new_unstudied'], [pediatrics]: ['new_unstudied'] })
  })

  test('name the weakest of the drawn modules', () => {
    const records = [
      { module: 'Geriatrics' as const, scoredAnswers: 20, correctAnswers: 0 },
      { module: airway, scoredAnswers: 20, correctAnswers: 5 },
      { module: trauma, scoredAnswers: 20, correctAnswers: 20 },
    ]
    expect(causes(records)).toEqual({ [airway]: ['new_weakest'], [trauma]: ['new'], [pediatrics]: ['new_unstudied'] })
  })

  test('are on the first part of a set, and keep the authored order of choices', () => {
    const set = setOf('s', 3)
    const [portion] = newWithCauses(new Map([[trauma, [set]]]), []).get(trauma) ?? []
    expect(portion).toEqual(set.map((part, index) => ({ ...part, why: index === 0 ? because('new_unstudied') : null })))
  })
})

test('known new questions come once each, in an order that follows from the seed', () => {
  const piles = catalogOf({ Trauma: 50 })
  const inOrder = (seed: string) => idsIn(newOnes(piles, seed, () => because('quiz')).get('Trauma'))
  expect(inOrder('one').toSorted()).toEqual(idsIn(piles.get('Trauma')).toSorted())
  expect(inOrder('one')).toEqual(inOrder('one'))
  expect(inOrder('one')).not.toEqual(inOrder('other'))
})

describe('the order of the modules', () => {
  const [first, second, third] = moduleNames as unknown as [ModuleName, ModuleName, ModuleName]

  test('follows the lower bound of the accuracy: weak and little-known modules come first', () => {
    const records = [
      { module: first, scoredAnswers: 100, correctAnswers: 90 },
      { module: second, scoredAnswers: 100, correctAnswers: 20 },
      { module: third, scoredAnswers: 10, correctAnswers: 9 },
    ]
    expect(weakestFirst([first, third, second], records, 'seed')).toEqual([second, third, first])
    const fourth = moduleNames[3] as ModuleName
    expect(weakestFirst([first, fourth, third, second], records, 'seed')[0]).toBe(fourth)
  })

  test('follows the seed for ties, whatever their order in the input', () => {
    const order = weakestFirst(moduleNames, [], 'seed')
    expect(order.toSorted()).toEqual(moduleNames.toSorted())
    expect(weakestFirst(moduleNames.toReversed(), [], 'seed')).toEqual(order)
    expect(weakestFirst(moduleNames, [], 'another')).not.toEqual(order)
  })
})

test('piles are dealt in turn until enough or all are dealt', () => {
  const piles = new Map([
    ['Trauma', [[question('t1')], [question('t2')], [question('t3')]]],
    ['Pediatrics', [[question('p1', 'Pediatrics')]]],
  ] as const)
  expect(ids(deal(['Pediatrics', 'Geriatrics', 'Trauma'], piles, 9))).toEqual(['p1', 't1', 't2', 't3'])
  expect(ids(deal(['Pediatrics', 'Geriatrics', 'Trauma'], piles, 3))).toEqual(['p1', 't1', 't2'])
  expect(deal(['Geriatrics'], piles, 3)).toEqual([])
  expect(deal([], piles, 3)).toEqual([])
})
