import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { testDatabase } from '#tests/database.ts'

const { url } = await testDatabase()

it('db/types.ts matches the schema that the migrations create', () => {
  const run = spawnSync(process.execPath, ['bin/schema-types.ts', '--verify'], {
    env: { ...process.env, DATABASE_URL: url, PATH: `node_modules/.bin:${process.env.PATH}` },
    encoding: 'utf8',
  })
  expect(run.stderr + run.stdout, 'npm run schema-types writes it').toContain('up-to-date')
  expect(run.status).toBe(0)
})
