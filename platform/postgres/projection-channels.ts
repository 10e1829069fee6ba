/**
 * Told with every batch that the projector commits: `<commit position> <read model> <read model>…`, each without
 * spaces.
 */
export const PROJECTED_CHANNEL = 'projected'

/** Told when another build of a read model goes live: the read model's name. */
export const LIVE_CHANNEL = 'read_model_live'
