/** The value of a cookie, as a `Cookie` header has it; null where there is none. */
export const cookieOf = (header: string | undefined, name: string): string | null =>
  header
    ?.split(';')
    .map((cookie) => cookie.trim().split('='))
    .find(([found]) => found === name)?.[1] ?? null
