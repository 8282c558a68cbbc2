import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VISITOR } from '#shop/kernel/actor.ts'
import type { StaffRole } from '#shop/kernel/staff-role.ts'
import {
  afterTransition,
  canSeeTask,
  canSendPhoto,
  deadlineRefusal,
  isImplausiblyFast,
  isTaskWorker,
  STATUSES_OF,
  TASK_STATES,
  TASK_TRANSITIONS,
  type TaskTransition,
} from '#shop/programme/task.ts'

const person = (id: string, roles: { staffRole?: StaffRole | null; isWorker?: boolean } = {}) =>
  ({
    kind: 'person',
    id,
    email: '',
    fullName: '',
    staffRole: null,
    isWorker: false,
    coordinates: [],
    factorAt: null,
    ...roles,
  }) as const

describe('afterTransition', () => {
  /** The possible states of each transition; all others are impossible. */
  const TABLE: Record<TaskTransition, Partial<Record<string, string>>> = {
    assign: { pending: 'pending' },
    withdraw: { pending: 'withdrawn' },
    start: { pending: 'in_progress' },
    count: { in_progress: 'in_progress', returned: 'returned' },
    submit: { in_progress: 'pending_review', returned: 'pending_review' },
    approve: { pending_review: 'approved' },
    reject: { pending_review: 'returned' },
    pay: { approved: 'paid' },
    unpay: { paid: 'approved' },
    name_batch: { approved: 'approved', paid: 'paid' },
    stock: { approved: 'approved', paid: 'paid' },
  }
  const cells = (Object.keys(TASK_TRANSITIONS) as TaskTransition[]).flatMap((move) =>
    TASK_STATES.map((state) => [move, state, TABLE[move][state] ?? null] as const),
  )

  it.each(cells)('%s from %s leads to %s', (move, state, to) => {
    expect(afterTransition(state, move)).toBe(to)
  })

  it('allows decisions only in pending_review and photos only in progress', () => {
    for (const state of TASK_STATES) {
      const statuses = STATUSES_OF[state]
      const isUnderReview = statuses.adminReviewStatus === 'pending_review'
      expect(afterTransition(state, 'approve') !== null).toBe(isUnderReview)
      expect(afterTransition(state, 'reject') !== null).toBe(isUnderReview)
      expect(canSendPhoto(state)).toBe(statuses.status === 'in_progress')
    }
  })

  it('allows a payment only after an approval or a returned payment, in any sequence', () => {
    const moves = fc.array(fc.constantFrom(...(Object.keys(TASK_TRANSITIONS) as TaskTransition[])), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(moves, (wanted) => {
        let state: (typeof TASK_STATES)[number] = 'pending'
        let owed = 0
        for (const move of wanted) {
          const to = afterTransition(state, move)
          if (to === null) continue
          if (move === 'approve' || move === 'unpay') owed += 1
          if (move === 'pay') owed -= 1
          expect(owed).toBeGreaterThanOrEqual(0)
          expect(owed).toBeLessThanOrEqual(1)
          state = to
        }
      }),
    )
  })
})

describe('canSeeTask', () => {
  const task = { userId: 'a', state: 'pending' } as const
  it.each([
    ['its worker', person('a', { isWorker: true }), true],
    ['an admin', person('b', { staffRole: 'owner' }), true],
    ['another worker', person('b', { isWorker: true }), false],
    ['its worker, no longer enrolled', person('a'), false],
    ['a visitor', VISITOR, false],
  ])('for %s', (_, actor, canSee) => {
    expect(canSeeTask(actor, task)).toBe(canSee)
  })

  it('isTaskWorker is false for an unassigned task', () => {
    expect(isTaskWorker(person('a', { isWorker: true }), { ...task, userId: null })).toBe(false)
  })

  it('is true only for admins if the task was withdrawn', () => {
    const withdrawn = { ...task, state: 'withdrawn' } as const
    expect(canSeeTask(person('a', { isWorker: true }), withdrawn)).toBe(false)
    expect(canSeeTask(person('b', { staffRole: 'owner' }), withdrawn)).toBe(true)
  })
})

it('isImplausiblyFast is true below a quarter of the expected time', () => {
  const start = new Date('2026-11-21T06:00:00Z')
  const timeAfter = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
  expect(isImplausiblyFast(start, timeAfter(14.9), 60)).toBe(true)
  expect(isImplausiblyFast(start, timeAfter(15), 60)).toBe(false)
  expect(isImplausiblyFast(null, timeAfter(1), 60)).toBe(false)
})

it.each([
  ['2026-11-21T09:00:00Z', 'deadline_passed'],
  ['2026-11-21T09:00:01Z', null],
  ['2028-11-21T18:29:59Z', null],
  ['2028-11-24T18:29:59Z', 'deadline_too_far'],
  ['9999-12-31T18:29:59Z', 'deadline_too_far'],
])('deadlineRefusal of %s is %s', (deadline, reason) => {
  expect(deadlineRefusal(new Date(deadline), new Date('2026-11-21T09:00:00Z'))).toBe(reason)
})
