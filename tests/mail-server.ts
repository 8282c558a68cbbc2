import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { freePort } from '#tests/shop-program.ts'

type Letter = { messageId: string; to: string; subject: string; headers: string }

/**
 * 'lost-answer': the server accepts the email, but its response is lost. 'lost-mail': the email itself is lost.
 * The shop gets no response in both cases.
 */
type MailTrouble = 'lost-answer' | 'lost-mail'

/**
 * Starts a mail server on this machine, with the parts of RFC 5321 that a sender needs. Its mailboxes keep one
 * copy of each Message-ID. After `close`, its port refuses connections until `open`.
 */
export async function startMailServer(host = '127.0.0.1') {
  const deliveries: Letter[] = []
  const troubles: { match: RegExp; trouble: MailTrouble; onMatch: () => void }[] = []
  const delays: { match: RegExp; onMatch: (answer: () => void) => void }[] = []
  const refused = new Map<string, string>()
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    connections += 1
    socket.once('close', () => sockets.delete(socket))
    serve(socket, receive, (to) => refused.get(to))
  })
  const port = await freePort()
  async function open(): Promise<void> {
    server.listen(port, host)
    await once(server, 'listening')
  }
  await open()

  /** Stores the email unless a test loses it. Sends the response (`answer`) unless a test delays or loses it. */
  function receive(letter: Letter, answer: () => void): void {
    const delay = delays.findIndex(({ match }) => match.test(`${letter.to} ${letter.subject}`))
    if (delay !== -1) {
      deliveries.push(letter)
      for (const { onMatch } of delays.splice(delay, 1)) onMatch(answer)
      return
    }
    const at = troubles.findIndex(({ match }) => match.test(`${letter.to} ${letter.subject}`))
    const [failure] = at === -1 ? [] : troubles.splice(at, 1)
    if (failure?.trouble !== 'lost-mail') deliveries.push(letter)
    failure?.onMatch()
    if (!failure) answer()
  }

  return {
    url: `smtp://${host}:${port}`,

    /**
     * Fails the next email that matches by its text `recipient subject`. Resolves when the email was
     * received.
     */
    trouble: (match: RegExp, trouble: MailTrouble) =>
      new Promise<void>((resolve) => void troubles.push({ match, trouble, onMatch: resolve })),

    /** Accepts the next email that matches. Resolves with a function that sends the response. */
    delay: (match: RegExp) =>
      new Promise<() => void>((resolve) => void delays.push({ match, onMatch: resolve })),

    /** Answers emails to this address with `line`, such as '550 no such mailbox'. Null accepts them again. */
    refuse: (to: string, line: string | null) =>
      void (line === null ? refused.delete(to) : refused.set(to, line)),

    /** The number of connections so far. */
    connections: () => connections,

    /** Closes open connections, as servers do after an idle timeout. */
    hangUp() {
      for (const socket of sockets) socket.destroy()
    },

    /** Returns all deliveries of emails with this subject, including repeated deliveries. */
    deliveriesOf: (subject: RegExp) => deliveries.filter((letter) => subject.test(letter.subject)),

    /**
     * Returns the subjects in a mailbox that contain `about`, such as an order's number. Lists each Message-ID
     * once.
     */
    mailbox(to: string, about: string): string[] {
      const letters = deliveries.filter((letter) => letter.to === to && letter.subject.includes(about))
      return [...new Map(letters.map((letter) => [letter.messageId, letter.subject])).values()]
    },

    open,

    async close() {
      if (!server.listening) return
      server.close()
      this.hangUp()
      await once(server, 'close')
    },
  }
}

function serve(
  socket: Socket,
  receive: (letter: Letter, answer: () => void) => void,
  refusalOf: (to: string) => string | undefined,
): void {
  const say = (line: string) => void socket.write(`${line}\r\n`)
  let to = ''
  let message: string[] | null = null
  say('220 mail.test')
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })
  // A killed shop resets its connections, and readline emits the socket's error a second time.
  socket.on('error', () => {})
  lines.on('error', () => {})
  lines.on('line', (line) => {
    if (message && line !== '.') return void message.push(line)
    if (message) {
      receive({ to, ...headersOf(message) }, () => say('250 taken'))
      message = null
      return
    }
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'RCPT') to = /<(.+)>/.exec(line)?.[1] ?? ''
    if (command === 'DATA') {
      message = []
      say('354 go on')
    } else if (command === 'RCPT') say(refusalOf(to) ?? '250 fine')
    else if (command === 'QUIT') socket.end('221 bye\r\n')
    else say('250 fine')
  })
}

function headersOf(lines: readonly string[]): Omit<Letter, 'to'> {
  const headers = lines.slice(0, lines.indexOf('')).join('\n').replace(/\n\s+/g, ' ')
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? ''
  return { messageId: field('Message-ID'), subject: field('Subject'), headers }
}
