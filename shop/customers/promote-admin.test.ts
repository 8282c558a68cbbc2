import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { promoteAdmin } from '#shop/customers/first-admin.ts'
import { findUser } from '#shop/customers/users.read.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { enrolByEmail } from '#shop/programme/enrol-worker.ts'
import { sealed } from '#shop/sealed-columns.sql.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db } = await testDatabase()
const ctx = { db, now: NOW }
const DONE = ok(null)

const changes = (id: string) =>
  db.selectFrom('auditLog').select(['actorId', 'action', 'after']).where('entityId', '=', id).execute()

const worker = (id: string) =>
  db
    .selectFrom('workers')
    .select([
      'place',
      'language',
      sealed('workers', 'phone').as('phone'),
      sealed('workers', 'upi_id').as('upiId'),
    ])
    .where('userId', '=', id)
    .executeTakeFirst()

describe('promoteAdmin', () => {
  it('makes a verified account the owner, in any spelling of the email, and records that once', async () => {
    const { id, email } = await makeUser(db)
    expect(await promoteAdmin(ctx, ` ${email.toUpperCase()} `)).toEqual(DONE)
    expect(await promoteAdmin(ctx, email)).toEqual(DONE)
    expect(await findUser(db, id)).toMatchObject({ staffRole: 'owner', isWorker: false })
    expect(await changes(id)).toEqual([{ actorId: null, action: 'promote', after: { staffRole: 'owner' } }])
  })

  it('refuses an unverified email and an unknown one', async () => {
    const { id, email } = await makeUser(db, { emailVerified: false })
    expect(await promoteAdmin(ctx, email)).toEqual(err('email_not_verified'))
    expect(await findUser(db, id)).toMatchObject({ staffRole: null })
    expect(await promoteAdmin(ctx, 'unknown@example.test')).toEqual(err('user_not_found'))
    expect(await promoteAdmin(ctx, '')).toEqual(err('user_not_found'))
  })
})

describe('enrolByEmail', () => {
  it('makes the account a worker’s and stores the given details', async () => {
    const { id, email } = await makeUser(db)
    expect(await enrolByEmail(ctx, email, { place: 'Hubballi', language: 'hi' })).toEqual(DONE)
    expect(await findUser(db, id)).toMatchObject({ isWorker: true, staffRole: null })
    expect(await worker(id)).toEqual({ place: 'Hubballi', phone: null, upiId: null, language: 'hi' })
    expect(await changes(id)).toMatchObject([{ actorId: null, action: 'enrol' }])
  })

  it('keeps details of an enrolled worker that are omitted', async () => {
    const { id, email } = await makeUser(db)
    await enrolByEmail(ctx, email, { place: 'Hubballi', upiId: 'asha@upi' })
    await enrolByEmail(ctx, email, { place: 'Dharwad' })
    expect(await worker(id)).toMatchObject({ place: 'Dharwad', upiId: 'asha@upi' })
  })

  it('refuses an unknown email', async () => {
    const notFound = err('user_not_found')
    expect(await enrolByEmail(ctx, 'unknown@example.test', {})).toEqual(notFound)
  })
})
