import { expect, it } from 'vitest'
import { stepOfTask } from '#app/programme/worker/step-list.tsx'
import { TASK_STATES } from '#shop/programme/task.ts'

it('stepOfTask returns the current step of each state', () => {
  const steps = TASK_STATES.map((state) => [state, stepOfTask(state, false), stepOfTask(state, true)])
  expect(steps).toEqual(
    expect.arrayContaining([
      ['pending', 0, 0],
      ['in_progress', 1, 2],
      ['returned', 1, 2],
      ['pending_review', 3, 3],
      ['approved', 4, 4],
      ['paid', 5, 5],
      ['withdrawn', null, null],
    ]),
  )
  expect(steps).toHaveLength(7)
})
