import { globSync, readFileSync } from 'node:fs'
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

/** Returns the exported use cases that may refuse with `not_allowed`, themselves or by a function of their file. */
async function findGuardedUseCases(file: string): Promise<[name: string, useCase: UseCase][]> {
  const path = resolve(PROJECT_ROOT, file)
  const functions = readFileSync(path, 'utf8').matchAll(/^(?:export )?async function (\w+).*?^}/gms)
  const guarded = [...functions].filter(([text]) => text.includes('not_allowed')).map(([, name]) => name)
  const call = new RegExp(`\\b(${guarded.join('|')})\\(`)
  const exports: Record<string, unknown> = await import(/* @vite-ignore */ path)
  return Object.entries(exports).flatMap(([name, value]) =>
    typeof value === 'function' && guarded.length > 0 && call.test(String(value))
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
  // A change of an account needs a permission if it changes a role.
  expect(await useCase(ctx(customer), { isWorker: true }, {}, {})).toEqual(err('not_allowed'))
})

it('refuses a customer who reviews a task', () => {
  expect(reviewRefusal(customer, { userId: null, groupId: null })).toBe('not_allowed')
})
