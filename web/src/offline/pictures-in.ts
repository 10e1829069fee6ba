import type { ShownPicture } from '@medicready/domain/contract/questions/pictures'

const isPicture = (value: object): value is ShownPicture => 'imageUrl' in value && typeof value.imageUrl === 'string'

/** The addresses of the pictures in what was delivered, wherever they stand in it; a table needs no image. */
export function picturesIn(delivered: unknown): string[] {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (isPicture(value)) {
      if (value.table === null) found.add(value.imageUrl)
    } else for (const part of Object.values(value)) look(part)
  }
  look(delivered)
  return [...found]
}
