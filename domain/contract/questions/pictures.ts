import { z } from 'zod'
import { imageTypes, MAX_IMAGE_BYTES } from '../../questions/content/image-rules.ts'
import { Picture } from '../../questions/content/picture.ts'
import { reviewQuestions, signedIn } from '../call/call.ts'
import { existing } from '../call/examples.ts'
import { jsonInAddress } from '../call/json-in-address.ts'

export const ShownPicture = z.object({
  /** Only for a signed-in caller who was given the address. */
  imageUrl: z.string(),
  /** Set where there is something to hear: six seconds, as WAV. For the same caller as the image. */
  soundUrl: z.string().nullable(),
  /** Describes, and interprets nothing. */
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  /** Set for vital signs over time, so that a screen can show a real table. */
  table: z
    .object({
      times: z.array(z.string()),
      rows: z.array(z.object({ label: z.string(), unit: z.string().nullable(), values: z.array(z.string()) })),
    })
    .nullable(),
  /** Set for tables of words. */
  textTable: z.object({ caption: z.string(), columns: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
})
export type ShownPicture = z.infer<typeof ShownPicture>

/** 39 bytes in base64url. */
const PictureAddress = z.string().regex(/^[\w-]{52}$/)
const picture = { file: 'image/*', responseHeaders: ['etag'], errors: ['pictureNotFound'] } as const
const sound = { ...picture, file: 'audio/wav' } as const
export const pictureAtAddress = {
  ...picture,
  params: z.object({ address: PictureAddress }),
  example: { params: { address: existing.pictureAddress } },
} as const

const PictureInAddress = jsonInAddress(Picture, 8_000)

export const StoredPicture = z.object({ hash: z.string(), mediaType: z.enum(imageTypes), width: z.int(), height: z.int() })
export type StoredPicture = z.infer<typeof StoredPicture>

/** More than an image may have, so that a caller with a large one is told the limit. */
const MAX_SENT_BYTES = 4 * MAX_IMAGE_BYTES

export const pictureCalls = {
  'POST /api/admin/pictures': reviewQuestions.command({
    summary:
      'Upload an image for a question, as PNG, JPEG, WebP, or SVG of at most 2 MB. Scripts are removed from an SVG and metadata from a photograph. The same image is stored once.',
    rawBody: true,
    maxBytes: MAX_SENT_BYTES,
    response: StoredPicture,
    errors: ['pictureUnreadable', 'pictureTurned', 'pictureTooLarge'],
  }),
  'GET /api/pictures/{address}': signedIn.read({
    summary: 'A picture of a question, at the address given with the question or its answer.',
    ...pictureAtAddress,
  }),
  'GET /api/pictures/{address}/sound': signedIn.read({
    summary: 'What a picture of a sound lets you hear.',
    ...pictureAtAddress,
    ...sound,
  }),
  'GET /api/admin/pictures/drawing': reviewQuestions.read({
    summary: 'A preview of a picture for the editor.',
    query: z.object({ picture: PictureInAddress }),
    ...picture,
    example: { query: { picture: '{"kind":"capnogram","pattern":"normal","seed":1}' } },
  }),
  'GET /api/admin/pictures/sound': reviewQuestions.read({
    summary: 'A preview of a sound for the editor.',
    query: z.object({ picture: PictureInAddress }),
    ...sound,
    example: { query: { picture: '{"kind":"sound","sound":"vesicular","seed":1}' } },
  }),
} as const
