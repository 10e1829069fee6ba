import { z } from 'zod'

export const jsonInAddress = <Schema extends z.ZodType>(schema: Schema, max: number) =>
  z
    .string()
    .max(max)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)
