import type { KeptThing } from '../offline/kept-reads.ts'
import { countOf } from '../ui/words.ts'

/** Room that something takes: "48 KB", "1.2 MB". */
export const roomOf = (bytes: number): string =>
  bytes < 999_500 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** "48 KB, 2 pictures" */
export const keptWords = ({ bytes, pictures }: Pick<KeptThing, 'bytes' | 'pictures'>): string =>
  pictures === 0 ? roomOf(bytes) : `${roomOf(bytes)}, ${countOf(pictures, 'picture')}`
