/** Rules of what people have of their data, and of how they go. Free of zod: the browser uses them too. */

/** Personal data can be asked for once in so many hours, and is offered for as long. */
export const EXPORT_HOURS = 24
/** How long a deletion can be withdrawn. */
export const DELETION_DAYS = 7
