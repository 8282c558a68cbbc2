import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { action } from '#app/admin/approvals/approvals.tsx'
import { type AdminCtx, adminContext } from '#app/request/guards.server.ts'
import { makeUser } from '#db/factories/user.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const admin = ctx(await makeUser(db, { isAdmin: true })) as AdminCtx

async function approve(fields: Record<string, string>) {
  const body = new URLSearchParams({ intent: 'approve', id: crypto.randomUUID(), rating: '4', ...fields })
  const request = new Request('http://shop.test/admin/dashboard/task-approvals', { method: 'POST', body })
  const context = new RouterContextProvider(new Map([[adminContext, admin]]))
  const answer = await action({ request, context } as unknown as Parameters<typeof action>[0])
  if (answer instanceof Response) throw new Error('a task that does not exist was approved')
  return { status: answer.init?.status, problems: answer.data.problems }
}

it('an approval that adds to stock needs a number, and one that does not needs none', async () => {
  const missing = { status: 422, problems: { stockQuantity: 'Please enter how many units to add to stock' } }
  expect(await approve({ addToStock: 'on' })).toMatchObject(missing)
  expect(await approve({ addToStock: 'on', stockQuantity: '' })).toMatchObject(missing)
  expect(await approve({})).toMatchObject({ status: 404, problems: {} })
  expect(await approve({ stockQuantity: 'x' })).toMatchObject({ status: 404, problems: {} })
})
