/** Adds count steps up. */
import type { Task } from '#shop/programme/task.ts'

/** A change of the count, below zero for an undo. The phone generates the id, so that a repeated step counts once. */
export type CountStep = { id: string; step: number }

/** The count after these steps in order, always between 0 and the task's quantity. */
export function counted(
  { progressCount, quantity }: Pick<Task, 'progressCount' | 'quantity'>,
  steps: readonly Pick<CountStep, 'step'>[],
): number {
  return steps.reduce((count, { step }) => Math.min(quantity, Math.max(0, count + step)), progressCount)
}
