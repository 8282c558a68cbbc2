import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('names the brand on the packs alone, where it is drawn, and in no title', () => {
  const folder = `${import.meta.dirname}/../../public/illustrations`
  const files = readdirSync(folder)
  expect(files.length).toBeGreaterThan(100)
  const naming = files.filter((file) => readFileSync(`${folder}/${file}`, 'utf8').includes('Cultiva'))
  expect(naming).toEqual([])
})
