import type { Money } from '#shop/kernel/money.ts'
import type { TaskState } from '#shop/programme/task.ts'

/** A task as the worker's screens show it. */
export type ShownTask = {
  id: string
  name: string
  description: string
  state: TaskState
  quantity: number
  unit: string
  /** The work done by `asOf`, the server's time in milliseconds. */
  done: number
  asOf: number
  pay: Money
  deadline: Date
  isLate: boolean
  /** Why it came back, in her language. */
  reason: string | null
  rating: number | null
  /** The photo that was sent, by a link that is good for a while. */
  photo: string | null
}
