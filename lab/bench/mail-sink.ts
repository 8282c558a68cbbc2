import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A local mail server that accepts and discards every email. */
export async function startMailSink(): Promise<{ url: string; close(): void }> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy())
    answerClient(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** Answers the SMTP commands that a client needs for a delivery. */
function answerClient(socket: Socket): void {
  let isText = false
  let incompleteLine = ''
  const answerLine = (line: string) => {
    if (isText && line !== '.') return
    const word = line.slice(0, 4).toUpperCase()
    const isEnd = isText
    isText = !isEnd && word === 'DATA'
    socket.write(isText ? '354 go on\r\n' : word === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
    if (!isEnd && word === 'QUIT') socket.end()
  }
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    const lines = (incompleteLine + chunk).split('\r\n')
    incompleteLine = lines.pop() ?? ''
    for (const line of lines) answerLine(line)
  })
  socket.write('220 here\r\n')
}
