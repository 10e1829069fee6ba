import type { ShownPicture } from '@medicready/domain/contract/questions/pictures'
import type { ReactNode } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { Part } from '../ui/part.tsx'

/** The code comes with the first picture; its place is kept until then. */
const PictureItself = lazyPart(() => import('./picture-itself.tsx'))

interface QuestionPictureProps {
  picture: ShownPicture
  /** Lies over the image, in its coordinates: places to be pointed at. */
  children?: ReactNode
}

/** A picture of a question; or a real table, where it is one. */
export const QuestionPicture = ({ picture, ...rest }: QuestionPictureProps) => (
  <Part fallback={<div style={{ aspectRatio: picture.width / picture.height }} />}>
    <PictureItself picture={picture} {...rest} />
  </Part>
)
