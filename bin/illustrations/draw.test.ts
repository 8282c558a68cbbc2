import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('has drawn the pictures as they are committed', () => {
  const env = { PATH: process.env.PATH }
  const output = execFileSync(process.execPath, [`${import.meta.dirname}/draw.mjs`, '--check'], {
    encoding: 'utf8',
    env,
  })
  expect(output).toContain('files are as drawn')
})
