/** What stands in the task form, as it was typed. */
export type TaskTexts = {
  taskName: string
  taskDescription: string
  taskType: string
  quantity: string
  unit: string
  paymentAmount: string
  expectedMinutes: string
  /** A day in India; the deadline is its end. */
  deadline: string
  productId: string
  userIds: string[]
}
export type TaskField = keyof TaskTexts

export const BLANK_TASK: TaskTexts = {
  taskName: '',
  taskDescription: '',
  taskType: 'packing',
  quantity: '',
  unit: 'packets',
  paymentAmount: '',
  expectedMinutes: '',
  deadline: '',
  productId: '',
  userIds: [],
}
