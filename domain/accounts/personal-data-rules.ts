export const EXPORT_HOURS = 24
export const DELETION_DAYS = 7
