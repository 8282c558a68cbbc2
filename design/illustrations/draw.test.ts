import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('no illustration contains the brand as text', () => {
  const folder = `${import.meta.dirname}/../../public/illustrations`
  const files = readdirSync(folder)
  expect(files.length).toBeGreaterThan(100)
  const withBrand = files.filter((file) => readFileSync(`${folder}/${file}`, 'utf8').includes('Cultiva'))
  expect(withBrand).toEqual([])
})
