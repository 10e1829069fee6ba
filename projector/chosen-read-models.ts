import { refuse } from './arguments.ts'
import { readModels } from './read-models/all.ts'
import type { ReadModel } from './read-models/definition.ts'

const isNamed = (name: string, wanted: string): boolean => name === wanted || name.split('/')[1] === wanted

/** By `<room>/<file>`, by `<file>`, or `all`. */
export function chosenReadModels(names: readonly string[], usage: string): readonly ReadModel[] {
  const unknown = names.filter((wanted) => wanted !== 'all' && !readModels.some(({ name }) => isNamed(name, wanted)))
  if (unknown.length > 0) refuse(`There is no read model ${unknown.join(', ')}.`, usage)
  const chosen = readModels.filter(({ name }) => names.some((wanted) => wanted === 'all' || isNamed(name, wanted)))
  return chosen.length > 0 ? chosen : refuse('No read model is named.', usage)
}
