import type { ShownPicture } from '@medicready/domain/contract/questions/pictures'
import type { ReactNode } from 'react'
import { lazyPart, Part } from '../ui/part.tsx'

const PictureItself = lazyPart(() => import('./picture-itself.tsx'))

export const QuestionPicture = ({ picture, ...rest }: { picture: ShownPicture; children?: ReactNode }) => (
  <Part fallback={<div style={{ aspectRatio: picture.width / picture.height }} />}>
    <PictureItself picture={picture} {...rest} />
  </Part>
)
