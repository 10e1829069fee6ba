import { defineProjection, table } from '../projection.ts'

/** The modules that each learner has selected, those set aside included. */
export const userModules = defineProjection({
  name: 'study/user-modules',
  version: 1,
  tables: {
    user_modules: table({
      key: ['id'],
      columns: { id: 'uuid', user_id: 'uuid', module: 'text', is_active: 'boolean', created_at: 'timestamptz' },
      indexes: ['(user_id)'],
    }),
  },
  on: {
    ModuleSelected: ({ data, metadata }, { user_modules }) =>
      user_modules.insert({
        id: data.userModuleId,
        user_id: data.userId,
        module: data.module,
        is_active: true,
        created_at: metadata.occurredAt,
      }),
    ModuleDeactivated: ({ data }, { user_modules }) =>
      user_modules.update({ id: data.userModuleId }, (choice) => choice && { ...choice, is_active: false }),
    ModuleReactivated: ({ data }, { user_modules }) =>
      user_modules.update({ id: data.userModuleId }, (choice) => choice && { ...choice, is_active: true }),
  },
})
