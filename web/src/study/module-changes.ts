import type { UserModule } from '@medicready/domain/contract/study/study'
import { type ModuleName, moduleNames } from '@medicready/domain/study/modules'

export type ModuleChange = { type: 'select'; module: ModuleName } | { type: 'switch'; id: string; isActive: boolean }

/**
 * What turns the learner's modules into the wanted ones: new ones are selected, those no longer wanted are set aside,
 * and those once set aside are taken up again. Computed from what is saved, so that saving again after a failure sends
 * only what is missing.
 */
export function moduleChanges(saved: readonly UserModule[], wanted: ReadonlySet<ModuleName>): ModuleChange[] {
  return moduleNames.flatMap((module): ModuleChange[] => {
    const existing = saved.find((candidate) => candidate.module === module)
    const isActive = wanted.has(module)
    if (!existing) return isActive ? [{ type: 'select', module }] : []
    return existing.isActive === isActive ? [] : [{ type: 'switch', id: existing.id, isActive }]
  })
}
