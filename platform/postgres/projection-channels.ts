/** Sent with every committed batch: `<commit position> <read model> <read model>…`. */
export const PROJECTED_CHANNEL = 'projected'

export const LIVE_CHANNEL = 'read_model_live'

export const LOG_HEAD_WANTED_CHANNEL = 'log_head_wanted'

/** The answer: `<name of the question> <commit position>`, -1 for an empty log. */
export const LOG_HEAD_CHANNEL = 'log_head'

/** Asks the projector to retry a parked read model: its name. */
export const RESUME_CHANNEL = 'read_model_resume'
