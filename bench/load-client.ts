/**
 * Loads one address over keep-alive connections and prints {requests, seconds} as JSON. A process of its own, so that it
 * does not share a thread with what it measures: node load-client.ts <url> <seconds> <connections>
 */
import { connect, type Socket } from 'node:net'

const [target = '', seconds = '2', connections = '32'] = process.argv.slice(2)
const url = new URL(target)
const REQUEST = `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nAccept-Encoding: br, gzip\r\n\r\n`

let requests = 0
let isOver = false

/** Asks again as soon as an answer is whole. All answers have the length of the first. */
function keepAsking(socket: Socket): void {
  let whole = 0
  let received = 0
  let head = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (whole === 0) {
      head += chunk.toString('latin1')
      whole = lengthOf(head)
    }
    if (whole === 0 || received < whole) return
    received -= whole
    requests += 1
    if (isOver) socket.destroy()
    else socket.write(REQUEST)
  })
  socket.on('error', fail)
  socket.write(REQUEST)
}

/** Bytes of the answer whose beginning this is; 0 while its head is not whole. */
function lengthOf(beginning: string): number {
  const end = beginning.indexOf('\r\n\r\n')
  if (end < 0) return 0
  const body = /\r\ncontent-length: (\d+)/i.exec(beginning)?.[1]
  if (!beginning.startsWith('HTTP/1.1 200') || body === undefined) fail(new Error(beginning.slice(0, end)))
  return end + 4 + Number(body)
}

function fail(error: Error): void {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

for (let count = 0; count < Number(connections); count += 1) {
  const socket = connect(Number(url.port), url.hostname, () => keepAsking(socket))
  socket.setNoDelay(true)
}
const began = performance.now()
setTimeout(() => {
  isOver = true
  process.stdout.write(JSON.stringify({ requests, seconds: (performance.now() - began) / 1000 }))
  setTimeout(() => process.exit(0), 50)
}, Number(seconds) * 1000)
