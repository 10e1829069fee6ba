/**
 * Told with every batch that the projector commits: `<commit position> <read model> <read model>…`, each without
 * spaces.
 */
export const PROJECTED_CHANNEL = 'projected'

/** Told when another build of a read model goes live: the read model's name. */
export const LIVE_CHANNEL = 'read_model_live'

/** Asks the projector for the end of the log; what is told is a name for the question. */
export const LOG_HEAD_WANTED_CHANNEL = 'log_head_wanted'

/** Its answer: `<name of the question> <commit position>`, -1 for a log without events. */
export const LOG_HEAD_CHANNEL = 'log_head'

/** Asks the projector to try a parked read model again where it stopped: the read model's name. */
export const RESUME_CHANNEL = 'read_model_resume'
