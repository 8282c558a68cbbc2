import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const FOLDER = `${import.meta.dirname}/../../design/illustrations`

it.each([
  ['draw.mjs', 'files are as drawn'],
  ['share-pictures.mjs', 'pictures are as drawn'],
])('the committed pictures equal the output of %s', (program, line) => {
  const env = { PATH: process.env.PATH }
  expect(
    execFileSync(process.execPath, [`${FOLDER}/${program}`, '--check'], { encoding: 'utf8', env }),
  ).toContain(line)
})
