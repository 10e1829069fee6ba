import type { ShownPicture } from '@medicready/domain/contract/pictures'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'

/** What pictures need beside the image comes with the first of them. */
const loadFurther = () => import('./question-picture-further.tsx')
const PictureZoom = lazy(async () => ({ default: (await loadFurther()).PictureZoom }))
const MissingPicture = lazy(async () => ({ default: (await loadFurther()).MissingPicture }))
const VitalSignsTable = lazy(async () => ({ default: (await loadFurther()).VitalSignsTable }))

interface QuestionPictureProps {
  picture: ShownPicture
  /** Lies over the image, in its coordinates: places to be pointed at. */
  children?: ReactNode
}

/** A picture of a question, in the size that it will have from the first moment on; or a real table, where it is one. */
export function QuestionPicture({ picture, children }: QuestionPictureProps) {
  const { imageUrl, alt, width, height, table } = picture
  const [attempt, setAttempt] = useState({ number: 1, failed: false })
  if (table)
    return (
      <Suspense fallback={<Skeleton className="h-56" />}>
        <VitalSignsTable table={table} />
      </Suspense>
    )
  if (attempt.failed)
    return (
      <Suspense>
        <MissingPicture alt={alt} onRetry={() => setAttempt({ number: attempt.number + 1, failed: false })} />
      </Suspense>
    )
  return (
    <figure>
      {/* Never wider than the image or its place, nor higher than most of the window. */}
      <div
        className="relative overflow-hidden rounded-control border border-hairline bg-paper"
        style={{ aspectRatio: `${width} / ${height}`, width: `min(100%, ${width}px, ${Math.round((80 * width) / height)}vh)` }}
      >
        <img
          key={attempt.number}
          src={imageUrl}
          alt={alt}
          width={width}
          height={height}
          className="block size-full"
          onError={() => setAttempt({ ...attempt, failed: true })}
        />
        {children}
      </div>
      <Suspense fallback={<div className="h-9" />}>
        <PictureZoom picture={picture} />
      </Suspense>
    </figure>
  )
}
