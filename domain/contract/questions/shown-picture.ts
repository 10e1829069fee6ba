import { describePicture, sizeOf } from '../../questions/pictures/drawn/draw.ts'
import type { Picture } from '../../questions/pictures/picture.ts'
import type { ShownPicture } from './pictures.ts'

export interface PicturePlace {
  readonly questionId: string
  readonly version: number
  readonly of: 'question' | 'explanation'
}

/** Must not reveal what the picture shows. */
export type PictureAddressOf = (place: PicturePlace) => string

type Look = Omit<ShownPicture, 'imageUrl'>

const looks = new WeakMap<Picture, Look>()

/** Reveals no parameters except a table's, which are visible anyway. */
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

/** Pictures of trial questions need no account. */
export const sampleAddressOf =
  (addressOf: PictureAddressOf): PictureAddressOf =>
  (place) =>
    addressOf(place).replace('/api/pictures/', '/api/samples/pictures/')
