import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createPictures } from '#infra/files/pictures.ts'
import { clamdScanner, withVirusScan } from '#infra/files/virus-scanner.ts'
import { phonePhoto } from '#tests/pictures.ts'

/**
 * Files that a simulated clamd received. According to clamd(8), it reads chunks until an empty chunk, answers
 * and hangs up.
 */
const scannedFiles: Buffer[] = []
let answerOf = (bytes: Buffer): string | null =>
  bytes.includes('EICAR') ? 'stream: Eicar FOUND\0' : 'stream: OK\0'
const server = createServer((socket) => {
  let all = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (part) => {
    all = Buffer.concat([all, part])
    const bytes = streamIn(all)
    if (bytes) finish(socket, bytes)
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
afterAll(() => server.close())
beforeEach(() => scannedFiles.splice(0))

/** Returns the streamed bytes, or null while some are missing. */
function streamIn(all: Buffer): Buffer | null {
  const command = 'zINSTREAM\0'
  if (!all.toString('latin1').startsWith(command)) return null
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= all.length; ) {
    const length = all.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(all.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

function finish(socket: Socket, bytes: Buffer): void {
  scannedFiles.push(bytes)
  const answer = answerOf(bytes)
  if (answer !== null) socket.end(answer)
}

const scan = clamdScanner(address, 30_000)

it('sends the whole file in chunks, and returns clean or infected', async () => {
  for (const size of [0, 1, 65_536, 65_537, 400_000]) {
    const bytes = new Uint8Array(size).map((_, at) => at % 251)
    expect(await scan(bytes)).toBe('clean')
    expect(scannedFiles.at(-1)?.equals(Buffer.from(bytes))).toBe(true)
  }
  expect(await scan(Buffer.from('…EICAR…'))).toBe('infected')
})

it('refuses an infected picture before decoding it, and every picture while the scanner is down', async () => {
  const errors: unknown[] = []
  const picture = await phonePhoto()
  const infected = Buffer.concat([picture, Buffer.from('EICAR')])
  const pictures = withVirusScan(createPictures(), scan, (error) => errors.push(error))
  expect(await pictures.photo(picture)).toMatchObject({ ok: true })
  const limits = { side: 100, maxBytes: 10_000 }
  for (const made of [
    pictures.photo(infected),
    pictures.thumbnail(infected, limits),
    pictures.variants(infected, [100]),
  ])
    expect(await made).toEqual({ ok: false, reason: 'picture_infected' })
  expect(errors).toEqual([])
  const refusal = { ok: false, reason: 'picture_not_checked' }
  const originalAnswer = answerOf
  for (const answer of ['INSTREAM size limit exceeded. ERROR\0', '']) {
    answerOf = () => answer
    expect(await pictures.photo(picture)).toEqual(refusal)
  }
  answerOf = () => null
  for (const silent of [clamdScanner(address, 100), clamdScanner({ host: '127.0.0.1', port: 9 }, 30_000)]) {
    const own = withVirusScan(createPictures(), silent, (error) => errors.push(error))
    expect(await own.photo(picture)).toEqual(refusal)
  }
  answerOf = originalAnswer
  expect(errors).toHaveLength(4)
})
