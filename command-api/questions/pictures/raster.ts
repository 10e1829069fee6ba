import type { ImageType } from '@medicready/domain/questions/pictures/image-rules'

/** An image of pixels that says nothing but what it looks like. */
export interface CleanRaster {
  readonly mediaType: ImageType
  /** Pixels, as it is shown. */
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}
