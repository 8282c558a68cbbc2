import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('has drawn the pictures of shared links and the icons from the drawings as they are', () => {
  const env = { PATH: process.env.PATH }
  const file = `${import.meta.dirname}/share-pictures.mjs`
  const output = execFileSync(process.execPath, [file, '--check'], { encoding: 'utf8', env })
  expect(output).toContain('pictures are as drawn')
})
