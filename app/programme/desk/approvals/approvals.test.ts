import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { action } from '#app/programme/desk/approvals/approvals.tsx'
import { answerDecision, answerReview } from '#app/programme/review/review.server.ts'
import { readerIn } from '#app/programme/words/words.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import { makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { testDatabase } from '#tests/database.ts'
import { truncatedPhoto } from '#tests/pictures.ts'
import { story } from '#tests/story.ts'

const { db, ctx } = await testDatabase()
const admin = ctx(await makeUser(db, { staffRole: 'owner' })) as StaffCtx
const { asAdmin, makeSubmittedTask } = await story({ db, ctx })
const workLogId = await makeSubmittedTask(await makeWorker(asAdmin))

async function approve(fields: Record<string, string>) {
  const body = new URLSearchParams({ intent: 'approve', id: crypto.randomUUID(), rating: '4', ...fields })
  const request = new Request('http://shop.test/admin/dashboard/task-approvals', { method: 'POST', body })
  const context = new RouterContextProvider(new Map([[staffContext, admin]]))
  const answer = await action({ request, context } as unknown as Parameters<typeof action>[0])
  if (answer instanceof Response) throw new Error('a missing task was approved')
  return { status: answer.init?.status, problems: answer.data.problems }
}

it('an approval requires a stock quantity only with its checkbox', async () => {
  const missing = { status: 422, problems: { stockQuantity: 'Please enter how many units to add to stock' } }
  expect(await approve({ addToStock: 'on' })).toMatchObject(missing)
  expect(await approve({ addToStock: 'on', stockQuantity: '' })).toMatchObject(missing)
  expect(await approve({})).toMatchObject({ status: 404, problems: {} })
  expect(await approve({ stockQuantity: 'x' })).toMatchObject({ status: 404, problems: {} })
})

describe('a rejection in Hindi', () => {
  const hindi = readerIn('hi')
  const MB = 1024 * 1024
  const rejection = (fields: Record<string, string>, bytes = 0, length?: number) => {
    const body = new FormData()
    const all = { intent: 'reject', id: workLogId, preset: 'quality', reason: 'फिर से', ...fields }
    for (const [name, value] of Object.entries(all)) body.set(name, value)
    if (bytes > 0) body.set('picture', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'p.jpg')
    const headers = length ? { 'content-length': `${length}` } : undefined
    return new Request('http://shop.test/coordinator/photos', {
      method: 'POST',
      body,
      ...(headers && { headers }),
    })
  }
  const answer = async (request: Request) => {
    const response = await answerReview(admin, request, '/coordinator/photos', hindi)
    if (response instanceof Response) throw new Error('the rejection was accepted')
    return { status: response.init?.status, ...response.data }
  }
  const tooLarge = 'फ़ोटो बहुत बड़ी है (5 MB से ज़्यादा)।'

  it('is refused with a problem at the reason if that is too long', async () => {
    const long = await answer(rejection({ reason: 'क'.repeat(501) }))
    expect(long).toMatchObject({ status: 422, problems: { reason: 'वजह लिखें, 500 अक्षरों तक' } })
  })

  it('is refused if the picture is too large or unreadable, and keeps the values that were read', async () => {
    expect(await answer(rejection({}, 6 * MB))).toMatchObject({
      status: 413,
      problems: { picture: tooLarge },
      values: { reason: 'फिर से' },
    })
    expect(await answer(rejection({}, 10))).toMatchObject({
      problems: { picture: 'यह फ़ोटो नहीं खुल रही। दूसरी फ़ोटो लें।' },
    })
    const unreadBody = await answer(rejection({}, 0, 9 * MB))
    expect(unreadBody).toMatchObject({ status: 413, message: expect.stringContaining(tooLarge) })
  })

  it('is refused with a text for the phone if the queued picture is too large', async () => {
    for (const request of [rejection({}, 6 * MB), rejection({}, 0, 9 * MB)]) {
      const response = await answerDecision(admin, request, hindi)
      expect([response.status, await response.json()]).toEqual([413, { said: tooLarge }])
    }
  })
})

it('a rejection with a damaged picture is refused', async () => {
  const body = new FormData()
  for (const [name, value] of Object.entries({
    intent: 'reject',
    id: workLogId,
    preset: 'quality',
    reason: '',
  }))
    body.set(name, value)
  body.set('picture', new Blob([Uint8Array.from(await truncatedPhoto())]), 'jar.jpg')
  const request = new Request('http://shop.test/admin/dashboard/task-approvals', { method: 'POST', body })
  const answer = await answerReview(admin, request, '/admin/dashboard/task-approvals')
  if (answer instanceof Response) throw new Error('the rejection was accepted')
  expect(answer.data.problems).toEqual({ picture: expect.stringContaining('may be damaged') })
})
