/**
 * Requests a URL repeatedly over keep-alive connections and prints {requests, seconds} as JSON. It runs in its own
 * process, so that it shares no thread with the server: node load-client.ts <url> <seconds> <connections>
 */
import { connect, type Socket } from 'node:net'

const [target = '', seconds = '2', connections = '32'] = process.argv.slice(2)
const url = new URL(target)
const REQUEST = `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nAccept-Encoding: br, gzip\r\n\r\n`

let requests = 0
let isOver = false

/** The end of a chunked response, which has no Content-Length. */
const LAST_CHUNK = '0\r\n\r\n'

/** Sends the next request when a response is complete. Assumes that all have the encoding and length of the first. */
function sendRequests(socket: Socket): void {
  let fullLength = 0
  let received = 0
  let head = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (fullLength === 0) {
      head += chunk.toString('latin1')
      fullLength = lengthOf(head)
    }
    const isComplete =
      fullLength === CHUNKED
        ? chunk.subarray(-LAST_CHUNK.length).toString('latin1') === LAST_CHUNK
        : received >= fullLength
    if (fullLength === 0 || !isComplete) return
    received = fullLength === CHUNKED ? 0 : received - fullLength
    requests += 1
    if (isOver) socket.destroy()
    else socket.write(REQUEST)
  })
  socket.on('error', fail)
  socket.write(REQUEST)
}

/** Stands for the unknown length of a chunked response. */
const CHUNKED = -1

/** The length of the response with this beginning, or CHUNKED; 0 while its head is incomplete. */
function lengthOf(beginning: string): number {
  const end = beginning.indexOf('\r\n\r\n')
  if (end < 0) return 0
  if (/^HTTP\/1.1 200/.test(beginning) && /\r\ntransfer-encoding: chunked/i.test(beginning)) return CHUNKED
  const body = /\r\ncontent-length: (\d+)/i.exec(beginning)?.[1]
  if (!beginning.startsWith('HTTP/1.1 200') || body === undefined) fail(new Error(beginning.slice(0, end)))
  return end + 4 + Number(body)
}

function fail(error: Error): void {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

for (let count = 0; count < Number(connections); count += 1) {
  const socket = connect(Number(url.port), url.hostname, () => sendRequests(socket))
  socket.setNoDelay(true)
}
const began = performance.now()
setTimeout(() => {
  isOver = true
  process.stdout.write(JSON.stringify({ requests, seconds: (performance.now() - began) / 1000 }))
  setTimeout(() => process.exit(0), 50)
}, Number(seconds) * 1000)
