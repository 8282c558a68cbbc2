import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { recordChange } from '#shop/audit/audit.sql.ts'
import { recordRefusal } from '#shop/audit/record-access.ts'
import { deviceName } from '#shop/customers/device.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { rowsOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()

/** Paths and headers as a handler reads them. */
const TEXTS = {
  'a NUL': decodeURIComponent('/orders/%00'),
  'a NUL inside': decodeURIComponent('a%00b'),
  'a high surrogate': '/orders/\ud800',
  'a low surrogate': '\udc00 Chrome',
  'an invalid escape': '/orders/%ED%A0%80%',
  'bytes of no encoding': Buffer.from([0xff, 0xfe, 0xed, 0xa0, 0x80]).toString('latin1'),
  'an escape of JSON': '{"agent":"\\u0000 \\ud800 \\ud83c\\udf3e"}',
  'control characters': '\u0001\u001f\u007f\u009f',
  'a text of 8,000 characters': randomBytes(4_000).toString('hex'),
  'a text of 16,000 characters': `/${'ठ'.repeat(16_000)}`,
}

it.each(Object.entries(TEXTS))('accepts %s in an audit entry, its JSON and origin', async (_, text) => {
  const customer = await makeUser(db)
  await recordRefusal(ctx(customer), { method: text, path: text })
  const origin = { network: text, device: deviceName(text) }
  const entry = { actorId: customer.id, action: 'update', entity: 'text', entityId: text } as const
  await recordChange(db, { ...entry, before: null, after: { [text]: text }, now: NOW, client: origin })
  expect(await rowsOf(db, 'auditLog', { actorId: customer.id })).toMatchObject([
    { action: 'refused', entityId: expect.stringMatching(/^.{1,200}$/su) },
    { action: 'update' },
  ])
})

it('changes only what PostgreSQL refuses', async () => {
  const read = async (text: string) =>
    (await sql<{ text: string }>`select ${text}::text as text`.execute(db)).rows[0]?.text
  const readJson = async (value: unknown) =>
    (await sql<{ json: unknown }>`select ${JSON.stringify(value)}::jsonb as json`.execute(db)).rows[0]?.json
  for (const text of ['ragi 🌾 रागी', '\\u0000', '{"a":"\\\\u0000"}', '[\\ud800', '\ufffd'])
    expect(await read(text)).toBe(text)
  expect(await read('a\0\ud800🌾')).toBe('a\ufffd\ufffd🌾')
  const value = { 'a\0': ['\ud800', '\\u0000', '🌾', 'C:\\users\\dance'] }
  expect(await readJson(value)).toEqual({ 'a\ufffd': ['\ufffd', '\\u0000', '🌾', 'C:\\users\\dance'] })
})
