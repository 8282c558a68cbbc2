/** How steps of counting make a count. */
import type { Task } from '#shop/programme/task.ts'

/** So many more are done, or were taken back (below zero). The phone names each step, so that it counts once. */
export type CountStep = { id: string; step: number }

/** The count after these steps, in their order: none leads below nothing or above what the task asks for. */
export function counted(
  { progressCount, quantity }: Pick<Task, 'progressCount' | 'quantity'>,
  steps: readonly Pick<CountStep, 'step'>[],
): number {
  return steps.reduce((count, { step }) => Math.min(quantity, Math.max(0, count + step)), progressCount)
}
