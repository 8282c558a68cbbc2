/** Filters of a dashboard list that an admin has saved under a name. */
export type SavedFilter = { id: string; name: string; query: string }

export const MAX_FILTER_NAME = 40

/** Maximum of saved filters per admin and list. */
export const MAX_FILTERS = 20
