import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { pageTexts } from '#app/page-texts.server.ts'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const asAdmin = ctx(await makeUser(db, { staffRole: 'manager' }))

async function languageFor(language: 'mr' | 'hi', handle: PageHandle) {
  const actor = await makeWorker(asAdmin, { language })
  const value = { ctx: ctx(actor), pending: null, pinWorker: null } as unknown as RequestContext
  const context = new RouterContextProvider(new Map([[requestContext, value]]))
  return (await pageTexts(new Request('http://shop.test/'), context, handle))?.language
}

it.each([
  ['a page of the second factor, which has no Marathi', 'mr', { side: 'millet', words: ['factor'] }, 'hi'],
  ['a worker’s page', 'mr', { side: 'worker', guard: 'worker', words: ['work'] }, 'mr'],
  ['a page of the second factor', 'hi', { side: 'millet', words: ['factor'] }, 'hi'],
  ['a page of the dashboard', 'hi', { side: 'admin', words: ['frame'] }, 'en'],
] as const)('returns the language of the texts on %s', async (_, accountLanguage, handle, language) => {
  expect(await languageFor(accountLanguage, handle)).toBe(language)
})
