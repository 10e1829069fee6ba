/** An upper bound for busy machines, not a measurement. `expect.poll` waits as long. */
export const patience = { timeout: 60_000, interval: 50 }
