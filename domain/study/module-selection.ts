import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { type ModuleName, moduleNames } from '../questions/shown/modules.ts'
import { Rejection } from '../refusals/rejection.ts'

/** `modules-<userId>`: the modules that a learner studies. */

const moduleChoice = { userId: z.uuid(), userModuleId: z.uuid(), module: z.enum(moduleNames) }

export const moduleSelectionEvents = defineEvents({
  ModuleSelected: eventWith(moduleChoice),
  ModuleDeactivated: eventWith(moduleChoice),
  ModuleReactivated: eventWith(moduleChoice),
})
export type ModuleSelectionEvent = EventOf<(typeof moduleSelectionEvents)[number]>

export interface SelectedModule {
  readonly userModuleId: string
  readonly module: ModuleName
  readonly isActive: boolean
}

export interface ModuleSelectionState {
  readonly selected: readonly SelectedModule[]
}

export const moduleSelectionAggregate: Aggregate<ModuleSelectionState, ModuleSelectionEvent> = {
  category: 'modules',
  initial: { selected: [] },
  evolve: (state, { type, data }) => {
    const choice = { userModuleId: data.userModuleId, module: data.module, isActive: type !== 'ModuleDeactivated' }
    return { selected: [...state.selected.filter((other) => other.userModuleId !== data.userModuleId), choice] }
  },
}

export const activeModules = (state: ModuleSelectionState): ModuleName[] =>
  state.selected.filter((choice) => choice.isActive).map((choice) => choice.module)

export const selectModule =
  (command: { userId: string; userModuleId: string; module: ModuleName }): Decide<ModuleSelectionState, ModuleSelectionEvent> =>
  (state) => {
    const existing = state.selected.find((choice) => choice.module === command.module)
    if (!existing) return [{ type: 'ModuleSelected', data: { ...command } }]
    if (existing.isActive) return []
    return [{ type: 'ModuleReactivated', data: { ...command, userModuleId: existing.userModuleId } }]
  }

/** Rejects with `moduleNotFound`. */
export const changeModule =
  (command: { userId: string; userModuleId: string; isActive: boolean }): Decide<ModuleSelectionState, ModuleSelectionEvent> =>
  (state) => {
    const existing = state.selected.find((choice) => choice.userModuleId === command.userModuleId)
    if (!existing) throw new Rejection('moduleNotFound')
    if (existing.isActive === command.isActive) return []
    const data = { userId: command.userId, userModuleId: existing.userModuleId, module: existing.module }
    return [command.isActive ? { type: 'ModuleReactivated', data } : { type: 'ModuleDeactivated', data }]
  }
