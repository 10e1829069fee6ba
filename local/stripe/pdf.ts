interface Written {
  readonly text: string
  readonly size: number
}

const escaped = (text: string) =>
  text
    .replaceAll('×', 'x')
    .replaceAll('−', '-')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .replaceAll(/[\\()]/g, (letter) => `\\${letter}`)

/** A PDF of one page with lines of text, the first of them as a heading. */
export function pdfOf([heading = '', ...lines]: readonly string[]): string {
  const written: readonly Written[] = [{ text: heading, size: 18 }, ...lines.map((text) => ({ text, size: 11 }))]
  const shown = written.map(({ text, size }, place) => `/F1 ${size} Tf ${place === 0 ? '' : '0 -20 Td '}(${escaped(text)}) Tj`).join('\n')
  const content = `BT 56 780 Td\n${shown}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const starts = objects.map((object, place) => {
    const start = file.length
    file += `${place + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const table = file.length
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
}
