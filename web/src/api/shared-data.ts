/** For reads of what others change too: refetched when the screen is opened again later. */
export const sharedData = { staleTime: 10_000 } as const
