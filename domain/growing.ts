/**
 * Collections that states hold. While `fold` runs, what it has copied once is its own and grows in place, so that a
 * stream folds in time linear in its length. Everywhere else each change makes a copy.
 */
let own: WeakSet<object> | null = null

/** Runs a fold: until it ends, nothing else sees what it makes. */
export function inOneFold<Result>(run: () => Result): Result {
  const outer = own
  own = new WeakSet()
  try {
    return run()
  } finally {
    own = outer
  }
}

function ownCopy<Collection extends object>(collection: Collection, copy: () => Collection): Collection {
  if (own?.has(collection)) return collection
  const copied = copy()
  own?.add(copied)
  return copied
}

export function appended<Item>(list: readonly Item[], ...items: readonly Item[]): readonly Item[] {
  const copy = ownCopy(list as Item[], () => [...list])
  for (const item of items) copy.push(item)
  return copy
}

export const withEntry = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> =>
  ownCopy(map as Map<Key, Value>, () => new Map(map)).set(key, value)

const copyOfSet = <Member>(set: ReadonlySet<Member>) => ownCopy(set as Set<Member>, () => new Set(set))

export const withMember = <Member>(set: ReadonlySet<Member>, member: Member): ReadonlySet<Member> => copyOfSet(set).add(member)

export function withoutMember<Member>(set: ReadonlySet<Member>, member: Member): ReadonlySet<Member> {
  const copy = copyOfSet(set)
  copy.delete(member)
  return copy
}
