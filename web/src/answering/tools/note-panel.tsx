import { NOTE_MAX_LENGTH } from '@medicready/domain/questions/review-rules'
import { Check, CloudOff, LoaderCircle } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { NoteKeeper, NoteState } from './notes.ts'

export function NotePanel({ keeper }: { keeper: NoteKeeper }) {
  const note = keeper.useState()
  const { text, saved, situation } = note
  return (
    <div className="grid gap-3">
      <TextField
        label="Your note"
        hint={`Only you can read it. ${(NOTE_MAX_LENGTH - text.length).toLocaleString('en-US')} characters left.`}
        rows={8}
        maxLength={NOTE_MAX_LENGTH}
        value={text}
        onChange={keeper.write}
      />
      <Standing {...note} />
      {situation === 'changedElsewhere' && (
        <div className="grid gap-3 rounded-control bg-warn-soft p-3">
          <p className="text-sm font-semibold">Another window has this note:</p>
          <p className="text-sm whitespace-pre-line wrap-anywhere">{saved?.text ?? 'It was deleted there.'}</p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={keeper.keepOwn}>
              Keep what I wrote
            </Button>
            <Button size="sm" variant="secondary" onClick={keeper.takeOther}>
              Use the other note
            </Button>
          </div>
        </div>
      )}
      {text !== '' && situation !== 'changedElsewhere' && (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => keeper.write('')}>
          Delete the note
        </Button>
      )}
    </div>
  )
}

function Standing({ situation, reason, saved }: Pick<NoteState, 'situation' | 'reason' | 'saved'>) {
  const [Icon, words] = standings[situation]
  return (
    <div role="status" className="flex items-start gap-2 text-sm text-muted">
      {(situation !== 'saved' || saved?.text != null) && (
        <>
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{situation === 'failed' ? `${words} ${reason ?? ''}` : words}</span>
        </>
      )}
    </div>
  )
}

const standings = {
  loading: [LoaderCircle, 'Loading…'],
  saved: [Check, 'Saved'],
  saving: [LoaderCircle, 'Saving…'],
  failed: [CloudOff, 'Not saved yet. It is stored in this browser.'],
  changedElsewhere: [CloudOff, 'Not saved: this note was changed in another window or on another device.'],
} as const
