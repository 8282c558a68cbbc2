import { describe, expect, it } from 'vitest'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'
import { authorName, canReview } from '#shop/reviews/review.ts'

const person: Person = {
  kind: 'person',
  id: '00000000-0000-4000-8000-0000000000aa',
  email: 'a@example.test',
  fullName: 'Ananya Rao',
  staffRole: null,
  isWorker: false,
  coordinates: [],
  factorAt: null,
}

describe('canReview', () => {
  it('is for people who have received it; no role replaces that', () => {
    expect(canReview(person, true)).toBe(true)
    expect(canReview(person, false)).toBe(false)
    expect(canReview({ ...person, staffRole: 'owner' }, false)).toBe(false)
    expect(canReview(VISITOR, true)).toBe(false)
  })
})

describe('authorName', () => {
  it.each([
    ['Ananya Rao', 'Ananya R.'],
    ['  Ananya   de  souza ', 'Ananya S.'],
    ['Madonna', 'Madonna'],
    ['सुनीता देवी', 'सुनीता दे.'],
    ['', ''],
  ])('%j is shown as %j', (fullName, shown) => {
    expect(authorName(fullName)).toBe(shown)
  })
})
