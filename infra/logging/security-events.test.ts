import { describe, expect, it } from 'vitest'
import { createLog } from '#infra/logging/log.ts'
import {
  codesOf,
  collectNotes,
  LINES,
  noteFields,
  noteSecurity,
  type SecurityEvent,
  securityLog,
} from '#infra/logging/security-events.ts'
import { NOW } from '#tests/database.ts'

const WRONG = { event: 'authn_login_fail', way: 'password', userId: null } as const
const RIGHT = { event: 'authn_login_success', way: 'password', userId: 'u1' } as const
const clientOf = (network: string) => ({ network, device: 'Chrome on Android' })

function createTestLog() {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  let at = NOW
  const events = securityLog({ log, now: () => at })
  const write = (event: SecurityEvent, network: string, times = 1) => {
    for (let time = 0; time < times; time += 1) events.write(event, clientOf(network))
  }
  const passWindow = () => {
    at = new Date(at.getTime() + LINES.windowMs)
  }
  return { lines, write, passWindow, close: events.close }
}

describe('the security log', () => {
  it('writes an event as one line with its name, user, network and device', () => {
    const { lines, write } = createTestLog()
    write(RIGHT, '203.0.113.7')
    write(WRONG, '203.0.113.7')
    const place = { log: 'security', network: '203.0.113.7', device: 'Chrome on Android' }
    expect(lines).toMatchObject([
      { level: 30, ...RIGHT, ...place },
      { level: 40, ...WRONG, ...place },
    ])
    expect(Object.keys(lines[0] ?? {}).toSorted()).toEqual(
      ['level', 'time', 'log', 'event', 'way', 'userId', 'network', 'device', 'msg'].toSorted(),
    )
  })

  it('leaves out a network’s lines above its limit, except successful sign-ins, and logs how many it left out', () => {
    const { lines, write, passWindow } = createTestLog()
    write(WRONG, '203.0.113.7', LINES.perNetwork + 25)
    expect(lines).toHaveLength(LINES.perNetwork)
    write(RIGHT, '203.0.113.7', LINES.perNetwork + 1)
    write(WRONG, '198.51.100.7')
    const written = 2 * LINES.perNetwork + 2
    expect(lines).toHaveLength(written)
    passWindow()
    write(WRONG, '203.0.113.7')
    expect(lines.slice(written)).toMatchObject([
      { event: 'authn_login_fail', network: '203.0.113.0/24', leftOut: 25 },
      { event: 'authn_login_fail', network: '203.0.113.7', way: 'password' },
    ])
  })
})

it('writes the codes of refused fields, even of fields whose values are never logged', () => {
  const { lines, write } = createTestLog()
  const request = { method: 'POST', route: '/auth/signin', ids: [], status: 422 }
  const fields = { email: 'invalid_format', password: 'too_small' }
  write({ event: 'input_validation_fail', userId: null, fields, ...request }, '203.0.113.7')
  expect(lines).toMatchObject([{ fields: ['email: invalid_format', 'password: too_small'] }])
})

it('adds the request’s id to each of its log lines', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  await collectNotes(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    log.warn('slow query')
  }, 'r1')
  log.warn('start')
  expect(lines.map(({ requestId, msg }) => [msg, requestId])).toEqual([
    ['slow query', 'r1'],
    ['start', undefined],
  ])
})

it.each([
  ['in one /48', (at: number) => `2001:db8:1:${at.toString(16)}::/64`, '2001:db8:1::/48'],
  ['in one /24', (at: number) => `203.0.113.${at}`, '203.0.113.0/24'],
])(
  'counts a flood from networks %s as one flood, and still writes lines of other networks',
  (_, network, around) => {
    const { lines, write, close } = createTestLog()
    for (let at = 1; at <= 36; at += 1) write(WRONG, network(at), 10)
    expect(lines).toHaveLength(LINES.perNetwork)
    write(WRONG, '198.51.100.7')
    expect(lines.at(-1)).toMatchObject({ network: '198.51.100.7' })
    close()
    expect(lines.at(-1)).toMatchObject({ network: around, leftOut: 360 - LINES.perNetwork })
  },
)

it('limits a flood from many networks, but still writes the first lines of each network', () => {
  const { lines, write } = createTestLog()
  const flooding = Math.ceil(LINES.inAll / 100)
  for (let at = 0; at < flooding; at += 1) write(WRONG, `100.64.${at}.1`, 100)
  expect(lines).toHaveLength(LINES.inAll)
  write(WRONG, '198.51.100.7', 100)
  expect(lines).toHaveLength(LINES.inAll + LINES.first)
})

describe('notes of a request', () => {
  it('are separate for concurrent requests, and dropped outside requests', async () => {
    noteSecurity(WRONG)
    const [first, other] = await Promise.all([
      collectNotes(async () => {
        await new Promise((resolve) => setImmediate(resolve))
        noteSecurity(RIGHT)
      }),
      collectNotes(async () => noteSecurity(WRONG)),
    ])
    expect([first.events, other.events]).toEqual([[RIGHT], [WRONG]])
  })

  it('name only fields that a schema can have', async () => {
    const { fields } = await collectNotes(async () => {
      noteFields(codesOf([{ path: ['items', 0, 'quantity'], code: 'too_big' }]))
      noteFields(codesOf([{ path: [], code: 'invalid_type' }]))
      noteFields({ 'asha@example.test': 'custom', 'items.0.quantity': 'too_small' })
    })
    expect(fields).toEqual({ 'items.0.quantity': 'too_big', body: 'invalid_type', other: 'custom' })
  })
})
