import type { LegalText } from '@medicready/domain/legal/legal-text'
import { type Zippable, zipSync } from 'fflate'
import { legalPdf } from './legal-pdf.ts'

/** What is made of the policies beside the thread that answers: a document takes it up to half a second. */

/** The earliest time that a ZIP can say, as it is read everywhere: what is in it says when it was written. */
const ZIP_TIME = new Date(1980, 0, 1)

export const pdf = ({ text, publicUrl }: { readonly text: LegalText; readonly publicUrl: string }): Promise<Uint8Array> =>
  legalPdf(text, publicUrl)

/** PDFs are compressed already. */
export const zip = (files: Zippable): Uint8Array => zipSync(files, { level: 0, mtime: ZIP_TIME })
