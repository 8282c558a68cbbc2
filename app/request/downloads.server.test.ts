import { expect, it } from 'vitest'
import { csvDownload } from '#app/request/downloads.server.ts'

it('writes the head once and the rows of every page', async () => {
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

it('fails before it answers when the first page cannot be read', async () => {
  // biome-ignore lint/correctness/useYield: a reader that fails at once
  async function* failing(): AsyncGenerator<string[][]> {
    throw new Error('secret words of the database')
  }
  await expect(csvDownload('orders', failing())).rejects.toThrow()
})
