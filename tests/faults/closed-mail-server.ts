import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A mail server on this machine that takes everything; `mails` is what it took, each as it came. */
type MailServer = { port: number; mails: string[]; open(): Promise<void>; close(): Promise<void> }

/** It is closed at first: its port refuses. */
export async function closedMailServer(): Promise<MailServer> {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  let server: Server | null = null
  const listen = async (port: number) => {
    server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
      converse(socket, (mail) => mails.push(mail))
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    if (!server?.listening) return
    server.close()
    await once(server, 'close')
  }
  const port = await listen(0)
  await close()
  return { port, mails, open: async () => void (await listen(port)), close }
}

/** SMTP (RFC 5321) as far as one who sends needs it. */
function converse(socket: Socket, take: (mail: string) => void): void {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let left = ''
  let isMail = false
  say('220 mail.test')
  socket.on('data', (piece) => {
    left += piece
    for (;;) {
      const end = left.indexOf(isMail ? '\r\n.\r\n' : '\r\n')
      if (end === -1) return
      const text = left.slice(0, end)
      left = left.slice(end + (isMail ? 5 : 2))
      if (isMail) {
        take(text)
        isMail = false
        say('250 kept')
        continue
      }
      const verb = text.slice(0, 4).toUpperCase()
      isMail = verb === 'DATA'
      say(isMail ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 mail.test')
    }
  })
}
