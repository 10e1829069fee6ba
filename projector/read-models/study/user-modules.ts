import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { defineReadModel, table, typed, update } from '../definition.ts'

const user_modules = table({
  key: ['id'],
  columns: { id: 'uuid', user_id: 'uuid', module: typed<ModuleName>('text'), is_active: 'boolean', created_at: 'timestamptz' },
  indexes: ['(user_id)'],
})

export const userModules = defineReadModel({
  name: 'study/user-modules',
  version: 1,
  tables: { user_modules },
  on: {
    ModuleSelected: ({ data: { userModuleId: id, userId: user_id, module }, metadata }, { user_modules }) =>
      user_modules.set({ id, user_id, module, is_active: true, created_at: metadata.occurredAt }),
    ModuleDeactivated: ({ data }, { user_modules }) => update(user_modules, { id: data.userModuleId }, { is_active: false }),
    ModuleReactivated: ({ data }, { user_modules }) => update(user_modules, { id: data.userModuleId }, { is_active: true }),
  },
})
