/** What a decision about a photo says of itself, so that one that was made without a network counts once, and for its photo alone. */
export type Decision = {
  /** The photo that was looked at; omitted where the task's present one is meant. */
  photoId?: string | null | undefined
  /** Chosen by the phone: the same decision sent again changes nothing, and is answered as before. */
  decisionId?: string | undefined
}
