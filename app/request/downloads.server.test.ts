import { expect, it } from 'vitest'
import { csvDownload } from '#app/request/downloads.server.ts'

it('writes the header row once and the rows of each page', async () => {
  async function* pages() {
    yield [['a', 'b']]
    yield [['1', '2']]
  }
  const lines = (await (await csvDownload('orders', pages())).text()).split(/\r?\n/)
  expect(lines.filter((line) => line !== '').map((line) => line.replace(/^\ufeff/, ''))).toEqual([
    'a,b',
    '1,2',
  ])
})

it('rejects before the response starts if the first page cannot be read', async () => {
  // biome-ignore lint/correctness/useYield: a reader that fails at once
  async function* failingPages(): AsyncGenerator<string[][]> {
    throw new Error('secret words of the database')
  }
  await expect(csvDownload('orders', failingPages())).rejects.toThrow()
})
