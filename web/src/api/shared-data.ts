/** For reads of what others change too: who comes back to such a screen after a while sees what is there by then. */
export const sharedData = { staleTime: 10_000 } as const
