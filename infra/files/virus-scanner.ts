import { connect } from 'node:net'
import { err } from '#shop/kernel/result.ts'
import type { Pictures } from '#shop/pictures.ts'

/** Rejects if the scanner does not answer. */
type VirusScanner = (bytes: Uint8Array) => Promise<'clean' | 'infected'>

export type ClamdAddress = { path: string } | { host: string; port: number }

const TIMEOUT_MS = 20_000
const CHUNK_BYTES = 64 * 1024

/** Uses clamd's INSTREAM: sends each chunk after its length, then an empty chunk. */
export function clamdScanner(address: ClamdAddress, timeoutMs = TIMEOUT_MS): VirusScanner {
  return async (bytes) => {
    const answer = await askClamd(address, bytes, timeoutMs)
    if (/^stream: OK$/.test(answer)) return 'clean'
    if (/^stream: .+ FOUND$/.test(answer)) return 'infected'
    // The file exceeds clamd's size limit, or clamd has no signature database.
    throw new Error(`clamd answered: ${answer.slice(0, 100)}`)
  }
}

function askClamd(address: ClamdAddress, bytes: Uint8Array, timeoutMs: number): Promise<string> {
  const socket = connect(address)
  const signal = AbortSignal.timeout(timeoutMs)
  const response = new Promise<string>((resolve, reject) => {
    const parts: Buffer[] = []
    signal.addEventListener('abort', () => reject(new Error('clamd did not answer in time')))
    socket.on('error', reject)
    socket.on('data', (part: Buffer) => void parts.push(part))
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1').replace(/\0+$/, '').trim()))
  })
  socket.write('zINSTREAM\0')
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const chunk = bytes.subarray(from, from + CHUNK_BYTES)
    socket.write(lengthOf(chunk.length))
    socket.write(chunk)
  }
  socket.write(lengthOf(0))
  return response.finally(() => socket.destroy())
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** Scans pictures before decoding. Refuses every file while the scanner does not answer. */
export function withVirusScan(
  pictures: Pictures,
  scan: VirusScanner,
  onError: (error: unknown) => void,
): Pictures {
  const refusalOf = async (bytes: Uint8Array) => {
    try {
      return (await scan(bytes)) === 'clean' ? null : err('picture_infected')
    } catch (error) {
      onError(error)
      return err('picture_not_checked')
    }
  }
  return {
    ...pictures,
    photo: async (bytes) => (await refusalOf(bytes)) ?? pictures.photo(bytes),
    thumbnail: async (bytes, limits) => (await refusalOf(bytes)) ?? pictures.thumbnail(bytes, limits),
    variants: async (bytes, widths) => (await refusalOf(bytes)) ?? pictures.variants(bytes, widths),
  }
}
