export const MAX_IMAGE_BYTES = 2 * 1024 * 1024
/** A small file can decode to a huge image. */
export const MAX_IMAGE_PIXELS = 16_000_000
/** Pixels per side. */
export const MAX_IMAGE_SIDE = 10_000

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const
export type ImageType = (typeof imageTypes)[number]
