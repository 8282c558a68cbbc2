/** The task form's fields as they were typed. */
export type TaskTexts = {
  taskName: string
  taskDescription: string
  taskNameHi: string
  taskDescriptionHi: string
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
  taskNameHi: '',
  taskDescriptionHi: '',
  taskType: 'packing',
  quantity: '',
  unit: 'packets',
  paymentAmount: '',
  expectedMinutes: '',
  deadline: '',
  productId: '',
  userIds: [],
}
