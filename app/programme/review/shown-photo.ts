import type { Task } from '#shop/programme/task.ts'

/** The data of a task's approval card. Its signed links to photos expire within an hour. */
export type Approval = Pick<
  Task,
  | 'id'
  | 'userId'
  | 'state'
  | 'taskName'
  | 'taskNameHi'
  | 'taskType'
  | 'quantity'
  | 'unit'
  | 'progressCount'
  | 'claimedQuantity'
  | 'approvedQuantity'
  | 'paymentAmount'
  | 'rating'
  | 'rejectionReason'
  | 'rejectionPreset'
  | 'productId'
  | 'productName'
  | 'batchCode'
  | 'stockedQuantity'
  | 'submissionDate'
  | 'reviewDate'
  | 'createdAt'
> & {
  worker: Pick<NonNullable<Task['worker']>, 'fullName' | 'phone' | 'groupName'> | null
  photo: (Pick<NonNullable<Task['photo']>, 'id' | 'width' | 'height' | 'flags'> & { url: string }) | null
  /** For a pending task: its earlier photos, and the latest approved photos of the same template or product. */
  earlier: ShownPhoto[]
  approved: ShownPhoto[]
}

type ShownPhoto = { url: string; workerName: string; createdAt: Date }

/** The opened photo, and the earlier photo that it resembles. */
export type OpenPhoto = {
  approval: Omit<Approval, 'earlier' | 'approved'>
  earlier: { url: string; taskName: string; taskNameHi: string } | null
}
