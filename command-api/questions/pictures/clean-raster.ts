import { cleanJpeg } from './clean-jpeg.ts'
import { cleanPng } from './clean-png.ts'
import { cleanWebp } from './clean-webp.ts'
import type { CleanRaster } from './raster.ts'

/**
 * A PNG, JPEG or WebP by its own bytes, whatever its sender calls it. What a camera or a program wrote beside the
 * pixels (place, time, device, names, thumbnails of what was cut away) is left out, and the pixels are not touched.
 * Null where it is none of these, or not whole; refused with `pictureTurned` where it stands upright only by a note
 * that not every browser reads.
 */
export function cleanRaster(sent: Buffer): CleanRaster | null {
  const clean = cleanPng(sent) ?? cleanJpeg(sent) ?? cleanWebp(sent)
  return clean && clean.width > 0 && clean.height > 0 ? clean : null
}
