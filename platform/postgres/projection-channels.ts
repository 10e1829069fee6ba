/** Told with every batch that a projection commits: `<projection>:<commit position>`. */
export const PROJECTED_CHANNEL = 'projected'

/** Told when another generation of a projection goes live: the projection's name. */
export const LIVE_CHANNEL = 'projection_live'
