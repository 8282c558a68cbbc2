import { expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { findRecord, listReviews } from '#shop/catalogue/products.read.ts'
import { readSearch } from '#shop/kernel/filters.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { answerReview, hideReview, restoreReview } from '#shop/reviews/moderate-reviews.ts'
import { REVIEW_FILTERS } from '#shop/reviews/review.ts'
import { listStaffReviews, reviewEligibility } from '#shop/reviews/reviews.read.ts'
import { saveReview } from '#shop/reviews/reviews.sql.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const support = await makeUser(db, { staffRole: 'support' })
const REASON = 'Names the customer’s doctor'

async function makeReview(productId: string, rating: number) {
  const { id: userId } = await makeUser(db)
  const review = { productId, userId, authorName: 'Meera N.', rating, summary: 'Good with curd.' }
  const { id } = await saveReview(db, { ...review, now: NOW })
  return { seen: { reviewId: id, review: `${rating} Good with curd.` }, reviewId: id, userId }
}

it('hides a review from the product and its rating, until it is restored', async () => {
  const productId = await makeProduct(db)
  const { seen, reviewId, userId } = await makeReview(productId, 1)
  await makeReview(productId, 5)
  const rating = async () => {
    const product = await findRecord(db, productId, 'on-sale')
    return [product?.rating, product?.reviewCount, (await listReviews(db, productId)).length]
  }
  const listed = async (query: string) => {
    const search = readSearch(REVIEW_FILTERS, new URLSearchParams({ product: productId, state: query }))
    return (await listStaffReviews(db, search, 20)).reviews.map(({ id }) => id)
  }
  expect(await rating()).toEqual([3, 2, 2])
  expect(await hideReview(ctx(support), { ...seen, reason: REASON })).toEqual(ok(null))
  expect(await hideReview(ctx(support), { ...seen, reason: 'Too sour' })).toEqual(err('review_changed'))
  expect(await rating()).toEqual([5, 1, 1])
  expect(await listed('hidden')).toEqual([reviewId])
  expect(await listed('visible')).not.toContain(reviewId)
  expect((await reviewEligibility(db, userId, productId)).written).toMatchObject({ hiddenReason: REASON })
  // A changed review stays hidden.
  const changed = { productId, userId, authorName: 'Meera N.', rating: 2, summary: 'Still too sour for me.' }
  await saveReview(db, { ...changed, now: NOW })
  expect(await rating()).toEqual([5, 1, 1])
  expect(await restoreReview(ctx(support), seen)).toEqual(err('review_changed'))
  await restoreReview(ctx(support), { reviewId, review: '2 Still too sour for me.' })
  expect(await rating()).toEqual([3.5, 2, 2])
  const entries = await listChanges(db, { entity: 'review', entityId: reviewId, limit: 5 })
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['restore', support.id],
    ['hide', support.id],
  ])
  expect(JSON.stringify(entries)).not.toContain(REASON)
})

it('publishes one answer, and refuses an answer to a review that was answered in the meantime', async () => {
  const productId = await makeProduct(db)
  const { seen: review } = await makeReview(productId, 3)
  const answer = { ...review, answer: 'Thank you, Meera.', seen: '' }
  expect(await answerReview(ctx(support), answer)).toEqual(ok(null))
  expect(await listReviews(db, productId)).toMatchObject([{ answer: answer.answer, answeredAt: NOW }])
  expect(await answerReview(ctx(support), { ...answer, answer: 'Sorry.' })).toEqual(err('review_answered'))
  await answerReview(ctx(support), { ...review, answer: '', seen: answer.answer })
  expect(await listReviews(db, productId)).toMatchObject([{ answer: '', answeredAt: null }])
})

it('lists a review that was changed after the answer as not answered, with the new date', async () => {
  const productId = await makeProduct(db)
  const { seen, userId } = await makeReview(productId, 5)
  const answer = { ...seen, answer: 'Thank you for the kind words.', seen: '' }
  await answerReview(ctx(support), answer)
  const unanswered = async () => {
    const search = readSearch(REVIEW_FILTERS, new URLSearchParams({ product: productId, answer: 'missing' }))
    return (await listStaffReviews(db, search, 20)).reviews.map(({ createdAt }) => createdAt)
  }
  const own = { productId, userId, authorName: 'Meera N.', rating: 5, summary: 'Good with curd.' }
  const later = new Date(NOW.getTime() + 1000)
  await saveReview(db, { ...own, now: later })
  expect(await unanswered()).toEqual([])
  await saveReview(db, { ...own, rating: 1, now: later })
  expect(await unanswered()).toEqual([later])
  const second = { ...answer, seen: answer.answer, answer: 'Sorry.' }
  expect(await answerReview(ctx(support), second)).toEqual(err('review_changed'))
})
