import type { Task } from '#shop/programme/task.ts'

/** A task as its approval card shows it. The signed links to photos expire within the hour. */
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
  /** `smallUrl`: shown in the list instead, on a slow network. */
  photo:
    | (Pick<NonNullable<Task['photo']>, 'id' | 'width' | 'height' | 'flags'> & {
        url: string
        smallUrl?: string
      })
    | null
  /** While it waits: its earlier photos, and the latest approved ones of the same template or product. */
  earlier: ShownPhoto[]
  approved: ShownPhoto[]
}

type ShownPhoto = { url: string; workerName: string; createdAt: Date }

/** The photo that is open, and the earlier photo that it resembles. */
export type OpenPhoto = {
  approval: Omit<Approval, 'earlier' | 'approved'>
  earlier: { url: string; taskName: string } | null
}
