/** With more typing errors than this, another address was meant. */
const MOST_FAULTS = 3

export function nearestAddress(path: string, addresses: readonly string[]): string | null {
  const given = path.toLowerCase().replace(/\/+$/, '')
  const near = addresses
    .map((address) => ({ address, faults: faultsBetween(given, address) }))
    .filter(({ address, faults }) => faults <= Math.min(MOST_FAULTS, Math.floor((address.length - 1) / 2)))
    .toSorted((one, other) => one.faults - other.faults)
  return near[0]?.address ?? null
}

/** Levenshtein distance. */
function faultsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [index, wanted] of [...other].entries())
      next.push(Math.min((row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1, (row[index] ?? 0) + (letter === wanted ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}
