import { expect, it } from 'vitest'
import { createLog } from '#infra/logging/log.ts'

it('logs an error of a database connection without its client', () => {
  const lines: { err: object }[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const error = Object.assign(new Error('terminating connection'), {
    code: '57P01',
    client: { statements: {} },
  })
  log.error({ err: error }, 'database connection')
  expect(lines[0]?.err).toMatchObject({ message: 'terminating connection', code: '57P01' })
  expect(lines[0]?.err).not.toHaveProperty('client')
})
