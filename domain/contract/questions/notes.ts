import { z } from 'zod'
import { printableText } from '../../core/text.ts'
import { NOTE_MAX_LENGTH } from '../../questions/shown/review-rules.ts'
import { signedIn } from '../call/call.ts'
import { existing } from '../call/examples.ts'

export const Note = z.object({
  text: z.string().nullable(),
  /** Counts saves and deletions; a writer names the version it replaces. */
  version: z.int(),
})
export type Note = z.infer<typeof Note>

const params = z.object({ id: z.uuid() })
const version = z.int().min(0)

export const noteCalls = {
  'GET /api/questions/{id}/note': signedIn.read({
    summary: "The caller's note on a question.",
    params,
    response: Note,
    errors: ['questionNotFound', 'partClosed'],
    example: { params: { id: existing.questionId } },
  }),
  'PUT /api/questions/{id}/note': signedIn.command({
    summary:
      'Write the note on a question. `version` is the version that this text replaces, 0 for a new note. Refused if it is not the current one.',
    params,
    body: z.object({ text: printableText({ max: NOTE_MAX_LENGTH, required: 'Please write something or delete the note.' }), version }),
    response: Note,
    errors: ['questionNotFound', 'partClosed', 'noteChanged', 'conflict'],
    example: { params: { id: existing.questionId }, body: { text: 'Tourniquet first; note the time.', version: 0 } },
  }),
  'DELETE /api/questions/{id}/note': signedIn.command({
    summary: 'Delete the note. Without a note, nothing changes. Refused if `version` is not the current one.',
    params,
    query: z.object({ version: z.coerce.number<number>().pipe(version) }),
    response: Note,
    errors: ['questionNotFound', 'partClosed', 'noteChanged', 'conflict'],
    example: { params: { id: existing.questionId }, query: { version: 1 } },
  }),
} as const
