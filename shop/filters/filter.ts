/** Filters of admins' lists that an admin saves under a name. */
export type SavedFilter = { id: string; name: string; query: string }

export const MAX_FILTER_NAME = 40

/** The most filters that an admin saves of one list. */
export const MAX_FILTERS = 20
