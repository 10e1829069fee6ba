import type { PictureAddressOf } from './pictures/shown-picture.ts'

/**
 * Questions to try without an account, by their names in the bank: one each of three kinds, with a
 * rhythm to read among them. What is answered to them here counts nowhere.
 */
export const sampleNames = ['cardiology-005', 'pediatrics-099', 'trauma-097'] as const

/** The address of a picture of a trial question, which needs no account. */
export const sampleAddressOf =
  (addressOf: PictureAddressOf): PictureAddressOf =>
  (place) =>
    addressOf(place).replace('/api/pictures/', '/api/samples/pictures/')
