import type { PictureOf } from '@medicready/domain/questions/pictures/picture'
import { type ChangeEvent, useEffect, useRef } from 'react'
import { friendlyMessage, isSignedOut } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { useKeepPicture } from './commands.ts'
import { imageOf } from './picture-draft.ts'

interface OwnImageProps {
  /** The image that the question has; null while none has been brought. */
  picture: PictureOf<'image'> | null
  onChange: (picture: PictureOf<'image'> | null) => void
}

/** Brings an image from a file, puts another in its place, or takes it out again. The words for it stay. */
export function OwnImage({ picture, onChange }: OwnImageProps) {
  const keep = useKeepPicture()
  const input = useRef<HTMLInputElement>(null)
  // Other fields may be typed in while the file is on its way: it joins the form as that is by then.
  const form = useRef({ picture, onChange })
  useEffect(() => {
    form.current = { picture, onChange }
  })

  const send = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The same file may be chosen again once it was mended.
    target.value = ''
    // Not heard any more once another file, or another kind of picture, was chosen.
    const onSuccess = (kept: Parameters<typeof imageOf>[0]) => form.current.onChange(imageOf(kept, form.current.picture?.alt ?? ''))
    if (file) keep.mutate({ body: file }, { onSuccess })
  }

  return (
    <>
      <Field
        label="Image file"
        hint={`PNG, JPEG, WebP or SVG, up to 2 MB. ${picture ? 'Another file takes the place of this image.' : 'Without a file the question shows none.'}`}
        error={keep.error && !isSignedOut(keep.error) ? friendlyMessage(keep.error) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            ref={input}
            onChange={send}
            className="min-w-0 py-2 text-sm file:mr-3 file:cursor-pointer file:rounded-control file:border-0 file:bg-sunken file:px-3 file:py-1 file:font-semibold file:text-ink"
          />
        )}
      </Field>
      <p role="status" className="text-sm text-muted empty:hidden">
        {keep.isPending ? 'Bringing the image...' : picture ? `An image of ${picture.width} by ${picture.height} pixels.` : ''}
      </p>
      {picture && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => {
            onChange(null)
            // The button goes with the image.
            input.current?.focus()
          }}
        >
          Remove the image
        </Button>
      )}
    </>
  )
}
