import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { err } from '#shop/kernel/result.ts'
import { restoreSiteText, saveSiteText } from '#shop/texts/save-site-text.ts'
import type { TextDocument } from '#shop/texts/site-text.ts'
import { listEditedTexts, listTextVersions } from '#shop/texts/site-texts.read.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const admin = await makeUser(db, { staffRole: 'owner' })
const asAdmin = () => ctx(admin)

let serial = 0
/** Makes a new document for each test. */
function newDocument(): TextDocument {
  serial += 1
  const field = (key: string, original: string) => ({
    key,
    label: key,
    kind: 'line' as const,
    original,
    max: 20,
  })
  const fields = [field('title', 'Millet'), field('lead', 'Dinner')]
  return {
    ...{ name: `test-${serial}`, title: 'Test', path: '/', placeholders: [] },
    groups: [{ title: 'All', fields }],
  }
}

const savedAs = (version: number) => ({ ok: true, value: { version, isChanged: true } })
const storedTexts = async ({ name }: TextDocument) => (await listEditedTexts(db))[name]

describe('saveSiteText', () => {
  it('stores the differences from the original, and records the change', async () => {
    const document = newDocument()
    const typed = { title: 'Ragi', lead: 'Dinner' }
    expect(await saveSiteText(asAdmin(), document, { seen: 0, typed })).toEqual(savedAs(1))
    expect(await storedTexts(document)).toEqual({ title: 'Ragi' })
    const [version] = await listTextVersions(db, document.name, { limit: 5 })
    expect(version).toMatchObject({ version: 1, restored: null, savedBy: admin.fullName })
    const [change] = await listChanges(db, { entity: 'text', entityId: document.name, limit: 5 })
    expect(change).toMatchObject({ action: 'update', before: { title: 'Millet' }, after: { title: 'Ragi' } })
  })

  it('saves no version when no text differs', async () => {
    const document = newDocument()
    const typed = { title: 'Millet\r\n', lead: ' Dinner' }
    expect(await saveSiteText(asAdmin(), document, { seen: 0, typed })).toEqual({
      ok: true,
      value: { version: 0, isChanged: false },
    })
    expect(await listTextVersions(db, document.name, { limit: 5 })).toEqual([])
  })

  it('refuses to save from an outdated page, even without a difference', async () => {
    const document = newDocument()
    await saveSiteText(asAdmin(), document, { seen: 0, typed: { title: 'Theirs', lead: 'Dinner' } })
    const same = { seen: 0, typed: { title: 'Millet', lead: 'Dinner' } }
    expect(await saveSiteText(asAdmin(), document, same)).toMatchObject(err('edit_conflict'))
    expect(await restoreSiteText(asAdmin(), document, { seen: 0, version: 0 })).toMatchObject(
      err('edit_conflict'),
    )
    expect(await storedTexts(document)).toEqual({ title: 'Theirs' })
  })

  it('refuses a text that breaks a rule of its field', async () => {
    const document = newDocument()
    const tooLong = { seen: 0, typed: { title: 'x'.repeat(21), lead: 'Dinner' } }
    expect(await saveSiteText(asAdmin(), document, tooLong)).toMatchObject({
      ...{ reason: 'text_invalid', problems: { title: 'title has 21 characters. Please use at most 20.' } },
    })
    expect(await storedTexts(document)).toBeUndefined()
  })

  it('succeeds for one of eight concurrent admins, and refuses the others', async () => {
    const document = newDocument()
    const saves = Array.from({ length: 8 }, (_, at) =>
      saveSiteText(asAdmin(), document, { seen: 0, typed: { title: `Ragi ${at}`, lead: 'Dinner' } }),
    )
    const results = await Promise.all(saves)
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((result) => !result.ok && result.reason === 'edit_conflict')).toHaveLength(7)
    const outdated = { seen: 0, typed: { title: 'Late', lead: 'Dinner' } }
    expect(await saveSiteText(asAdmin(), document, outdated)).toMatchObject(err('edit_conflict'))
  })
})

describe('restoreSiteText', () => {
  it('saves an earlier version, or the original, as the newest version', async () => {
    const document = newDocument()
    const save = (seen: number, title: string) =>
      saveSiteText(asAdmin(), document, { seen, typed: { title, lead: 'Dinner' } })
    await save(0, 'One')
    await save(1, 'Two')
    expect(await restoreSiteText(asAdmin(), document, { seen: 2, version: 1 })).toEqual(savedAs(3))
    expect(await storedTexts(document)).toEqual({ title: 'One' })
    expect(await restoreSiteText(asAdmin(), document, { seen: 3, version: 0 })).toEqual(savedAs(4))
    expect(await storedTexts(document)).toEqual({})
    const versions = await listTextVersions(db, document.name, { limit: 9 })
    expect(versions.map(({ restored }) => restored)).toEqual([0, 1, null, null])
  })

  it('refuses an unknown version, and an outdated page', async () => {
    const document = newDocument()
    await saveSiteText(asAdmin(), document, { seen: 0, typed: { title: 'One', lead: 'Dinner' } })
    expect(await restoreSiteText(asAdmin(), document, { seen: 1, version: 7 })).toMatchObject(
      err('text_version_not_found'),
    )
    expect(await restoreSiteText(asAdmin(), document, { seen: 0, version: 1 })).toMatchObject(
      err('edit_conflict'),
    )
  })
})
