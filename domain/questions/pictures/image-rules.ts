/** The limits of uploaded images. */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024
/** An image is small in its file and large in the memory of its viewer. */
export const MAX_IMAGE_PIXELS = 16_000_000
/** Pixels of either side. */
export const MAX_IMAGE_SIDE = 10_000

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const
export type ImageType = (typeof imageTypes)[number]
