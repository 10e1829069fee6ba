import { describeCapnogram, drawCapnogram } from '../capnogram.ts'
import { describeEcg, drawEcg12Lead, drawEcgStrip, ecgSizes } from '../ecg/ecg.ts'
import type { Picture, PictureKind, PictureOf } from '../picture.ts'
import type { Drawing, Size } from '../svg.ts'
import { describeVitalSigns, drawVitalSigns } from '../vital-signs.ts'
import { describeMonitor, drawMonitor } from './monitor.ts'

export type DrawnPicture = PictureOf<Exclude<PictureKind, 'image'>>

export function drawPicture(picture: DrawnPicture): Drawing {
  switch (picture.kind) {
    case 'ecg_strip':
      return drawEcgStrip(picture)
    case 'ecg_12_lead':
      return drawEcg12Lead(picture)
    case 'capnogram':
      return drawCapnogram(picture)
    case 'monitor':
      return drawMonitor(picture)
    case 'vital_signs':
      return drawVitalSigns(picture)
  }
}

export const sizeOf = (picture: DrawnPicture): Size =>
  picture.kind === 'ecg_strip' || picture.kind === 'ecg_12_lead' ? ecgSizes[picture.kind] : drawPicture(picture)

export function describePicture(picture: Picture): string {
  return picture.kind === 'image' ? picture.alt : (picture.alt ?? descriptionOf(picture))
}

function descriptionOf(picture: DrawnPicture): string {
  switch (picture.kind) {
    case 'ecg_strip':
    case 'ecg_12_lead':
      return describeEcg(picture)
    case 'capnogram':
      return describeCapnogram(picture)
    case 'monitor':
      return describeMonitor(picture)
    case 'vital_signs':
      return describeVitalSigns(picture)
  }
}
