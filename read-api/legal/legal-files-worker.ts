import type { LegalText } from '@medicready/domain/legal/shown/legal-text'
import { type Zippable, zipSync } from 'fflate'
import { legalPdf } from './legal-pdf.ts'

/** Runs on another thread: a document takes up to half a second. */

/** The earliest time of the ZIP format; the documents state their own dates. */
const ZIP_TIME = new Date(1980, 0, 1)

export const pdf = ({ text, publicUrl }: { readonly text: LegalText; readonly publicUrl: string }): Promise<Uint8Array> =>
  legalPdf(text, publicUrl)

/** PDFs are compressed already. */
export const zip = (files: Zippable): Uint8Array => zipSync(files, { level: 0, mtime: ZIP_TIME })
