import type { CardState } from '#shop/programme/pin.ts'

export type ListedCard = {
  id: string
  /** Hash of the link's token. */
  tokenHash: string
  fullName: string
  groupName: string | null
  phone: string | null
  expiresAt: Date
  state: CardState
}

export type PayQuestion = {
  id: string
  userId: string
  workerName: string
  payoutLineId: string | null
  payoutNumber: number | null
  question: string
  askedAt: Date
  answer: string | null
  answeredAt: Date | null
  /** The worker's current group. */
  groupId: string | null
  groupName: string | null
  /** When a coordinator left the question to the admins, or null. */
  forAdminsAt: Date | null
}
