import type { ModuleName } from '@medicready/domain/questions/modules'
import { defineReadModel, type MutableRows, table, typed } from '../definition.ts'

const user_modules = table({
  key: ['id'],
  columns: { id: 'uuid', user_id: 'uuid', module: typed<ModuleName>('text'), is_active: 'boolean', created_at: 'timestamptz' },
  indexes: ['(user_id)'],
})

function turn(choices: MutableRows<typeof user_modules>, id: string, is_active: boolean): void {
  const choice = choices.get({ id })
  if (choice) choices.set({ ...choice, is_active })
}

export const userModules = defineReadModel({
  name: 'study/user-modules',
  version: 1,
  tables: { user_modules },
  on: {
    ModuleSelected: ({ data, metadata }, { user_modules }) =>
      user_modules.set({
        id: data.userModuleId,
        user_id: data.userId,
        module: data.module,
        is_active: true,
        created_at: metadata.occurredAt,
      }),
    ModuleDeactivated: ({ data }, { user_modules }) => turn(user_modules, data.userModuleId, false),
    ModuleReactivated: ({ data }, { user_modules }) => turn(user_modules, data.userModuleId, true),
  },
})
