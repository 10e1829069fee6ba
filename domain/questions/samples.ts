/** Bank names of the questions to try without an account; three kinds, one with a rhythm strip. */
export const sampleNames = ['cardiology-005', 'pediatrics-099', 'trauma-097'] as const
