import * as z from 'zod/mini'
import { printableText } from '../../core/text.ts'
import { MAX_QUERY_NAME_LENGTH, MAX_SQL_LENGTH } from '../../lab/shown/limits.ts'
import '../call/field-words.ts'

export const Query = z.object({ sql: printableText({ max: MAX_SQL_LENGTH, required: 'Please enter a query.' }) })

export const NamedQuery = z.extend(Query, {
  name: printableText({ max: MAX_QUERY_NAME_LENGTH, required: 'Please enter a name for the query.' }),
})
