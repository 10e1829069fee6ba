import type { ShownPicture } from '../../contract/questions/pictures.ts'
import { describePicture, sizeOf } from './draw.ts'
import type { Picture } from './picture.ts'

/** Where a picture stands in a version of a question. */
export interface PicturePlace {
  readonly questionId: string
  readonly version: number
  readonly of: 'question' | 'explanation'
}

/** The address at which a picture is given out. It tells nothing of what the picture shows. */
export type PictureAddressOf = (place: PicturePlace) => string

type Look = Omit<ShownPicture, 'imageUrl'>

/** What was found out once about parameters, for as long as they are referenced. */
const looks = new WeakMap<Picture, Look>()

/** A picture as learners get it: none of its parameters but those of a table, which hides nothing. */
export function shownPicture(picture: Picture | null, place: PicturePlace, addressOf: PictureAddressOf): ShownPicture | null {
  if (picture === null) return null
  const look = looks.get(picture) ?? lookOf(picture)
  looks.set(picture, look)
  return { imageUrl: addressOf(place), ...look }
}

function lookOf(picture: Picture): Look {
  const { width, height } = picture.kind === 'image' ? picture : sizeOf(picture)
  const table = picture.kind === 'vital_signs' ? { times: picture.times, rows: picture.rows } : null
  return { alt: describePicture(picture), width, height, table }
}
