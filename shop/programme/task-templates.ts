import { randomUUID } from 'node:crypto'
import { recordAction } from '#shop/audit/audit.sql.ts'
import { fileKey, type Picture } from '#shop/catalogue/picture.ts'
import { productExists } from '#shop/catalogue/products.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import type { Actor, Person } from '#shop/kernel/actor.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { scheduleOrphanRemoval } from '#shop/orphan-files.ts'
import { coordinatesGroup, mayCoordinate } from '#shop/programme/coordination.ts'
import { readMinimum } from '#shop/programme/minimum-wages.read.ts'
import {
  MAX_TEMPLATES,
  MIN_PAY_WITHOUT_MINUTES,
  TASK_PICTURE,
  type TemplateInput,
  templatePaysTooLittle,
} from '#shop/programme/template-fields.ts'
import { findTemplate } from '#shop/programme/templates.read.ts'
import {
  countTemplates,
  deleteUnusedPicture,
  insertTemplate,
  lockAllTemplates,
  lockTemplate,
  setArchived,
  setPicture,
  updateTemplate,
} from '#shop/programme/templates.sql.ts'
import { groupExists } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** True if the actor may change the group's templates. Shared templates (null) are for admins. */
function mayChangeTemplates(actor: Actor, groupId: string | null): actor is Person {
  return groupId === null ? may(actor, 'programme') : coordinatesGroup(actor, groupId)
}

/** A new picture, or 'none' to remove it; omitted: unchanged. */
export type PictureChange = { picture?: Uint8Array | 'none' | undefined }
type Draft = TemplateInput & { templateId: string | null; seenAt: Date | null; acceptsLowPay?: boolean }
/** Null: removed. Undefined: unchanged. */
type NewPicture = Picture | null | undefined

/**
 * Creates or changes a template; existing tasks keep their picture. `seenAt`: the `updatedAt` that the form showed.
 * `acceptsLowPay`: the pay per hour may be below the minimum. Returns the id.
 */
export async function saveTemplate(ctx: Ctx, { picture, ...template }: Draft & PictureChange) {
  const { actor, files, pictures } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  if (!mayChangeTemplates(actor, template.groupId)) return err('group_not_found')
  if (!(picture instanceof Uint8Array))
    return save(ctx, actor, template, picture === 'none' ? null : undefined)
  const small = await pictures.thumbnail(picture, TASK_PICTURE)
  if (!small.ok) return small
  const { bytes, contentType, width, height } = small.value
  const stored = { id: randomUUID(), width, height }
  await scheduleOrphanRemoval(ctx, { id: stored.id, keys: [keyOf(stored)] })
  await files.put(keyOf(stored), bytes, contentType)
  const saved = await save(ctx, actor, template, stored)
  if (!saved.ok) await files.remove(keyOf(stored))
  return saved
}

/** Returns the picture in its stored size as base64, for a form that is shown again; '' if it is not a picture. */
export async function toBase64({ pictures }: Pick<Ctx, 'pictures'>, picture: Uint8Array): Promise<string> {
  const small = await pictures.thumbnail(picture, TASK_PICTURE)
  return small.ok ? Buffer.from(small.value.bytes).toString('base64') : ''
}

/** Returns the key of the picture's file. The file is public: it shows goods, and its URL cannot be guessed. */
function keyOf({ id, width }: Picture): string {
  return fileKey(id, width, 'webp')
}

async function save(
  ctx: Ctx,
  actor: Person,
  { templateId, seenAt, acceptsLowPay, ...template }: Draft,
  picture: NewPicture,
) {
  if (template.minutesPerUnit === null && template.payPerUnit < MIN_PAY_WITHOUT_MINUTES)
    return err('pay_without_minutes')
  if (!acceptsLowPay && templatePaysTooLittle(template, (await readMinimum(ctx)).hourly))
    return err('pays_too_little')
  const saved = await inTransaction(ctx, async (db) => {
    await lockAllTemplates(db)
    const { groupId, productId } = template
    if (groupId && !(await groupExists(db, groupId))) return err('group_not_found')
    if (productId && !(await productExists(db, productId))) return err('product_not_found')
    return templateId
      ? changeTemplate(ctx, db, actor, { templateId, seenAt, ...template }, picture)
      : createTemplate(ctx, db, template, picture)
  })
  if (!saved.ok) return saved
  const { dropped, ...value } = saved.value
  if (dropped) await ctx.files.remove(keyOf(dropped))
  return ok(value)
}

/** `dropped`: a picture that is no longer used, whose file has to be deleted. */
type Outcome = { templateId: string; dropped: Picture | null }

async function createTemplate(ctx: Ctx, db: Db, template: TemplateInput, picture: NewPicture) {
  const { now } = ctx
  if ((await countTemplates(db, template.groupId)) >= MAX_TEMPLATES) return err('too_many_templates')
  const templateId = await insertTemplate(db, template, now)
  if (picture) await setPicture(db, templateId, picture, now)
  const after = { ...template, ...pictureEntry(picture) }
  await recordAction(db, ctx, 'create template', 'task', templateId, null, after)
  return ok<Outcome>({ templateId, dropped: null })
}

async function changeTemplate(
  ctx: Ctx,
  db: Db,
  actor: Person,
  { templateId, seenAt, ...template }: TemplateInput & { templateId: string; seenAt: Date | null },
  picture: NewPicture,
) {
  const { now } = ctx
  const found = await lockTemplate(db, templateId)
  if (!found || !mayChangeTemplates(actor, found.groupId)) return err('template_not_found')
  if (found.updatedAt.getTime() !== seenAt?.getTime()) return err('template_changed')
  const isMoved = found.groupId !== template.groupId
  if (isMoved && (await countTemplates(db, template.groupId)) >= MAX_TEMPLATES)
    return err('too_many_templates')
  const earlier = await findTemplate(db, templateId)
  await updateTemplate(db, templateId, template, now)
  if (picture !== undefined) await setPicture(db, templateId, picture, now)
  const oldPicture = picture === undefined ? null : found.pictureId
  const after = { ...earlier, ...template, ...pictureEntry(picture) }
  await recordAction(db, ctx, 'change template', 'task', templateId, earlier, after)
  return ok<Outcome>({ templateId, dropped: oldPicture ? await deleteUnusedPicture(db, oldPicture) : null })
}

const pictureEntry = (picture: NewPicture) => (picture === undefined ? {} : { picture })

/** Archives or restores a template. Its tasks are not affected. */
export async function archiveTemplate(
  ctx: Ctx,
  { templateId, isArchived }: { templateId: string; isArchived: boolean },
) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    await lockAllTemplates(db)
    const found = await lockTemplate(db, templateId)
    if (!found || !mayChangeTemplates(actor, found.groupId)) return err('template_not_found')
    if ((found.archivedAt !== null) === isArchived) return ok(null)
    if (!isArchived && (await countTemplates(db, found.groupId)) >= MAX_TEMPLATES)
      return err('too_many_templates')
    await setArchived(db, templateId, isArchived, now)
    const action = isArchived ? 'put template away' : 'use template again'
    await recordAction(db, ctx, action, 'task', templateId, { isArchived: !isArchived }, { isArchived })
    return ok(null)
  })
}
