import type { SchematicOf, SchematicSubject } from './schematics.ts'

/** What the editor begins with. By themselves, so that screens can load them without the schemas. */
export const schematicExamples: { readonly [Subject in SchematicSubject]: SchematicOf<Subject> } = {
  pupils: { subject: 'pupils', right: 4, left: 4, reacting: 'both' },
}
