import type { UserModule } from '@medicready/domain/contract/study/study'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { expect, it } from 'vitest'
import { moduleChanges } from './commands.ts'

const saved = (module: ModuleName, isActive = true): UserModule => ({
  id: `id of ${module}`,
  module,
  isActive,
  createdAt: '2025-11-20T08:00:00.000Z',
})

it('selects new modules', () => {
  expect(moduleChanges([], new Set<ModuleName>(['Trauma', 'Geriatrics']))).toEqual([
    { type: 'select', module: 'Trauma' },
    { type: 'select', module: 'Geriatrics' },
  ])
})

it('deactivates unwanted modules and reactivates wanted ones', () => {
  const modules = [saved('Trauma'), saved('Pediatrics', false), saved('Geriatrics')]
  expect(moduleChanges(modules, new Set<ModuleName>(['Pediatrics', 'Geriatrics']))).toEqual([
    { type: 'switch', id: 'id of Trauma', isActive: false },
    { type: 'switch', id: 'id of Pediatrics', isActive: true },
  ])
})

it('sends only what is missing after a partial failure', () => {
  const wanted = new Set<ModuleName>(['Trauma', 'Geriatrics'])
  expect(moduleChanges([saved('Trauma')], wanted)).toEqual([{ type: 'select', module: 'Geriatrics' }])
  expect(moduleChanges([saved('Trauma'), saved('Geriatrics')], wanted)).toEqual([])
})
