import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import type { Ctx } from '#shop/ctx.ts'
import { err } from '#shop/kernel/result.ts'
import { reviewRefusal } from '#shop/programme/coordination.ts'
import { testDatabase } from '#tests/database.ts'

type UseCase = (ctx: Ctx, ...input: object[]) => Promise<unknown>

const { db, ctx } = await testDatabase()
const customer = await makeUser(db)

/** Returns the exported use cases that may refuse with `not_allowed`. */
async function findGuardedUseCases(file: string): Promise<[name: string, useCase: UseCase][]> {
  const exports: Record<string, unknown> = await import(/* @vite-ignore */ resolve(PROJECT_ROOT, file))
  return Object.entries(exports).flatMap(([name, value]) =>
    typeof value === 'function' && /^async function.*not_allowed/s.test(String(value))
      ? [[`${name} in ${file}`, value as UseCase]]
      : [],
  )
}

const files = globSync('shop/*/*.ts', { cwd: PROJECT_ROOT })
const useCases = (
  await Promise.all(
    files.filter((file) => !/\.(test|flow|sql|read)\.ts$/.test(file)).map(findGuardedUseCases),
  )
).flat()

it('finds the use cases that require a permission', () => {
  expect(useCases.length).toBeGreaterThan(60)
})

it.each(useCases)('refuses a customer: %s', async (_, useCase) => {
  expect(await useCase(ctx(customer), {}, {}, {})).toEqual(err('not_allowed'))
})

it('refuses a customer who reviews a task', () => {
  expect(reviewRefusal(customer, { userId: null, groupId: null })).toBe('not_allowed')
})
