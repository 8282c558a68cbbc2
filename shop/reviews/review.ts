/** A review as the shop shows it. Demonstration reviews come with the sample data and say so. */
export type ShownReview = {
  id: string
  authorName: string
  rating: number
  summary: string
  verified: boolean
  isSeed: boolean
  createdAt: Date
}
