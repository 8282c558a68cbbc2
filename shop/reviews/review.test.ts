import { describe, expect, it } from 'vitest'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'
import { answerInput, reviewInput } from '#shop/reviews/input.ts'
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
  it('allows people who received the product, whatever their role, and nobody else', () => {
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
  ])('shortens %j to %j', (fullName, name) => {
    expect(authorName(fullName)).toBe(name)
  })
})

const REVIEW = { rating: 4, summary: 'Honest heat, good with curd.' }
const problem = (input: unknown) => reviewInput.safeParse(input).error?.issues[0]?.message

describe('reviewInput', () => {
  it('accepts several lines, and normalizes line ends, tabs and empty lines', () => {
    const summary = '  Honest heat.\r\n\r\n\r\nGood\twith curd. 🌶️ '
    expect(reviewInput.parse({ rating: 5, summary })).toEqual({
      rating: 5,
      summary: 'Honest heat.\nGood with curd. 🌶️',
    })
  })

  it.each([0, 6, 4.5, Number.NaN, Number.POSITIVE_INFINITY, '5', null, undefined])(
    'refuses the rating %s',
    (rating) => {
      expect(problem({ ...REVIEW, rating })).toBe('Please choose a rating from 1 to 5')
    },
  )

  it.each([
    ['too short', 'Please write at least 10 characters'],
    [`    short     ${' '.repeat(20)}`, 'Please write at least 10 characters'],
    [undefined, 'Please write at least 10 characters'],
    ['x'.repeat(501), 'Please keep it to 500 characters'],
    ['ten letters\0 and more', 'Please use plain text only'],
    ['ten letters\u0007 and more', 'Please use plain text only'],
    ['ten letters\u202e and more', 'Please use plain text only'],
    ['ten letters \ud83c and more', 'Please use plain text only'],
    ['one\ntwo\nthree\nfour\nfive\nsix\nseven', 'Please keep it to 6 lines'],
  ])('refuses %j', (summary, message) => {
    expect(problem({ ...REVIEW, summary })).toBe(message)
  })
})

it('answerInput turns the CRLF of a posted form into LF in all its texts', () => {
  const answer = 'Thank you.\r\nThe group'
  const lines = 'Thank you.\nThe group'
  expect(answerInput.parse({ review: answer, answer, seen: answer })).toEqual({
    ...{ review: lines, answer: lines, seen: lines },
  })
})
