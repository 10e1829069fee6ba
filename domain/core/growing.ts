// In a fold, collections copied once grow in place, so folding takes linear time. Outside of one, every change copies.
let own: WeakSet<object> | null = null

/** Nothing else may see what the fold makes until it ends. */
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
