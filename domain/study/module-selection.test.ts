import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { moduleNames } from '../questions/shown/modules.ts'
import { Rejection } from '../refusals/rejection.ts'
import { given } from '../testing/given.ts'
import { activeModules, changeModule, type ModuleSelectionEvent, moduleSelectionAggregate, selectModule } from './module-selection.ts'

const userId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const trauma = { userId, userModuleId: '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a011', module: 'Trauma' } as const
const selected: ModuleSelectionEvent = { type: 'ModuleSelected', data: trauma }
const deactivated: ModuleSelectionEvent = { type: 'ModuleDeactivated', data: trauma }
const reactivated: ModuleSelectionEvent = { type: 'ModuleReactivated', data: trauma }

test('a module is selected once, and selected again under the same id', () => {
  const again = selectModule({ ...trauma, userModuleId: '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a012' })
  given(moduleSelectionAggregate, []).when(selectModule(trauma)).emits([selected])
  given(moduleSelectionAggregate, [selected]).when(again).emits([])
  given(moduleSelectionAggregate, [selected, deactivated]).when(again).emits([reactivated])
})

test('a module is deactivated and activated, each once', () => {
  const change = (isActive: boolean) => changeModule({ userId, userModuleId: trauma.userModuleId, isActive })
  given(moduleSelectionAggregate, [selected]).when(change(false)).emits([deactivated])
  given(moduleSelectionAggregate, [selected, deactivated]).when(change(false)).emits([])
  given(moduleSelectionAggregate, [selected, deactivated]).when(change(true)).emits([reactivated])
  given(moduleSelectionAggregate, []).when(change(true)).refuses('moduleNotFound')
})

test('whatever is done, a module is listed once, and the last command counts', () => {
  const command = fc.record({ module: fc.constantFrom(...moduleNames), isActive: fc.boolean() })
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      const events: ModuleSelectionEvent[] = []
      const wanted = new Map<string, boolean>()
      for (const [index, { module, isActive }] of commands.entries()) {
        const state = fold(moduleSelectionAggregate, events)
        const userModuleId = state.selected.find((choice) => choice.module === module)?.userModuleId
        try {
          const decide = isActive
            ? selectModule({ userId, userModuleId: `id-${index}`, module })
            : changeModule({ userId, userModuleId: userModuleId ?? 'none', isActive })
          events.push(...decide(state))
          expect(decide(fold(moduleSelectionAggregate, events))).toEqual([])
          wanted.set(module, isActive)
        } catch (error) {
          expect(error).toEqual(new Rejection('moduleNotFound'))
        }
      }
      const { selected } = fold(moduleSelectionAggregate, events)
      expect(new Map(selected.map((choice) => [choice.module, choice.isActive]))).toEqual(wanted)
      expect(activeModules({ selected }).sort()).toEqual(
        [...wanted]
          .filter(([, active]) => active)
          .map(([module]) => module)
          .sort(),
      )
    }),
  )
})
