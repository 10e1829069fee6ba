/**
 * How long a test waits for what comes by itself: a bound, for a machine that has much else to do, and nothing that is
 * measured. `expect.poll` waits as long.
 */
export const patience = { timeout: 60_000, interval: 20 }
