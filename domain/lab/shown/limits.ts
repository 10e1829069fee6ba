export const MAX_SQL_LENGTH = 10_000
export const MAX_QUERY_NAME_LENGTH = 100
export const MAX_SAVED_QUERIES = 100
