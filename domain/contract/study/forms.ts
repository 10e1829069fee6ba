import * as z from 'zod/mini'
import { printableText } from '../../core/text.ts'
import { PRESET_NAME_MAX_LENGTH } from '../../study/shown/modes.ts'
import '../call/field-words.ts'

/** Only the name is typed; the quiz itself is chosen. */
export const PresetName = z.object({
  name: printableText({ max: PRESET_NAME_MAX_LENGTH, required: 'Please enter a name for the quiz.' }),
})
