import { z } from 'zod'
import { itemKinds } from '../../questions/item.ts'
import { moduleNames } from '../../questions/modules.ts'
import { reviewQuestions } from '../call/call.ts'

export const MAX_PACKAGE_BYTES = 20 * 1024 * 1024

export const packageCalls = {
  'GET /api/admin/questions/package': reviewQuestions.command({
    summary:
      'The questions that are not retired as a QTI 3.0 package. Packages hold single choice, multiple response, order and match: hot spots, calculations and sets that are not whole without them are left out, and named in left-out.txt.',
    query: z.object({ module: z.enum(moduleNames).optional(), kind: z.enum(itemKinds).optional() }),
    file: 'application/zip',
    example: { query: { module: 'Trauma', kind: 'build_list' } },
  }),
  'POST /api/admin/questions/package': reviewQuestions.command({
    summary:
      'Add the questions of a QTI 3.0 package, as pilots: all of them, or, with every fault in one list, none. A package that is sent again adds nothing.',
    rawBody: true,
    maxBytes: MAX_PACKAGE_BYTES,
    response: z.object({
      added: z.int(),
      known: z.int(),
    }),
    errors: ['packageRefused'],
  }),
} as const
