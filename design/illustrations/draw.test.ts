import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('has drawn the pictures as they are committed', () => {
  const env = { PATH: process.env.PATH }
  const output = execFileSync(process.execPath, [`${import.meta.dirname}/draw.mjs`, '--check'], {
    encoding: 'utf8',
    env,
  })
  expect(output).toContain('files are as drawn')
})

it('names the brand on the packs alone, where it is drawn, and in no title', () => {
  const folder = `${import.meta.dirname}/../../public/illustrations`
  const files = readdirSync(folder)
  expect(files.length).toBeGreaterThan(100)
  const naming = files.filter((file) => readFileSync(`${folder}/${file}`, 'utf8').includes('Cultiva'))
  expect(naming).toEqual([])
})
