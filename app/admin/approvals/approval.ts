import type { Task } from '#shop/programme/task.ts'

/** A task as a card of the approvals shows it. The addresses of photos run out within the hour. */
export type Approval = Omit<Task, 'photo'> & {
  photo: (NonNullable<Task['photo']> & { url: string }) | null
}

/** The photo that is open, and the earlier one that it resembles. */
export type OpenPhoto = { approval: Approval; before: { url: string; taskName: string } | null }
