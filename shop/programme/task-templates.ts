import { recordChange } from '#shop/audit/audit.sql.ts'
import { productExists } from '#shop/catalogue/products.sql.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { type Actor, isAdmin, type Person } from '#shop/kernel/actor.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { coordinatesGroup, mayCoordinate } from '#shop/programme/coordination.ts'
import type { ProgrammeRefusal } from '#shop/programme/refusal.ts'
import { MAX_TEMPLATES, type TemplateInput, templatePaysTooLittle } from '#shop/programme/template-fields.ts'
import { findTemplate } from '#shop/programme/templates.read.ts'
import {
  countTemplates,
  insertTemplate,
  lockAllTemplates,
  lockTemplate,
  setArchived,
  updateTemplate,
} from '#shop/programme/templates.sql.ts'
import { groupExists } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

export type SaveTemplateRefusal =
  | ProgrammeRefusal<'not_admin'>
  | ProgrammeRefusal<'group_not_found'>
  | ProgrammeRefusal<'product_not_found'>
  | ProgrammeRefusal<'template_not_found'>
  | ProgrammeRefusal<'template_changed'>
  | ProgrammeRefusal<'too_many_templates'>
  | ProgrammeRefusal<'pays_too_little'>

/** Templates of a group are kept by its coordinators and by admins; those of all groups by admins only. */
function keepsTemplatesOf(actor: Actor, groupId: string | null): actor is Person {
  return groupId === null ? isAdmin(actor) : coordinatesGroup(actor, groupId)
}

/**
 * Creates a template, or changes one (`templateId`). `seenAt`: its `updatedAt` that the form showed, so that nobody's
 * change is overwritten. Returns its id.
 */
export async function saveTemplate(
  ctx: Ctx,
  { templateId, seenAt, ...template }: TemplateInput & { templateId: string | null; seenAt: Date | null },
): Promise<Result<{ templateId: string }, SaveTemplateRefusal>> {
  const { actor, config } = ctx
  if (!mayCoordinate(actor)) return err('not_admin')
  if (!keepsTemplatesOf(actor, template.groupId)) return err('group_not_found')
  if (templatePaysTooLittle(template, config.minHourlyRate)) return err('pays_too_little')
  return inTransaction<{ templateId: string }, SaveTemplateRefusal>(ctx, async (db) => {
    await lockAllTemplates(db)
    const { groupId, productId } = template
    if (groupId && !(await groupExists(db, groupId))) return err('group_not_found')
    if (productId && !(await productExists(db, productId))) return err('product_not_found')
    return templateId
      ? change(ctx, db, actor, { templateId, seenAt, ...template })
      : create(ctx, db, actor, template)
  })
}

async function create(
  { now }: Ctx,
  db: Db,
  actor: Person,
  template: TemplateInput,
): Promise<Result<{ templateId: string }, SaveTemplateRefusal>> {
  if ((await countTemplates(db, template.groupId)) >= MAX_TEMPLATES) return err('too_many_templates')
  const templateId = await insertTemplate(db, template, now)
  const entry = {
    actorId: actor.id,
    action: 'create template',
    entity: 'task',
    entityId: templateId,
  } as const
  await recordChange(db, { ...entry, now, before: null, after: template })
  return ok({ templateId })
}

async function change(
  { now }: Ctx,
  db: Db,
  actor: Person,
  { templateId, seenAt, ...template }: TemplateInput & { templateId: string; seenAt: Date | null },
): Promise<Result<{ templateId: string }, SaveTemplateRefusal>> {
  const found = await lockTemplate(db, templateId)
  if (!found || !keepsTemplatesOf(actor, found.groupId)) return err('template_not_found')
  if (found.updatedAt.getTime() !== seenAt?.getTime()) return err('template_changed')
  const isMoved = found.groupId !== template.groupId
  if (isMoved && (await countTemplates(db, template.groupId)) >= MAX_TEMPLATES)
    return err('too_many_templates')
  const before = await findTemplate(db, templateId)
  await updateTemplate(db, templateId, template, now)
  const entry = {
    actorId: actor.id,
    action: 'change template',
    entity: 'task',
    entityId: templateId,
  } as const
  await recordChange(db, { ...entry, now, before, after: template })
  return ok({ templateId })
}

export type ArchiveTemplateRefusal =
  | ProgrammeRefusal<'not_admin'>
  | ProgrammeRefusal<'template_not_found'>
  | ProgrammeRefusal<'too_many_templates'>

/** Puts a template away, or takes it out again. Tasks made from it stay. */
export async function archiveTemplate(
  ctx: Ctx,
  { templateId, isArchived }: { templateId: string; isArchived: boolean },
): Promise<Result<null, ArchiveTemplateRefusal>> {
  const { actor, now } = ctx
  if (!mayCoordinate(actor)) return err('not_admin')
  return inTransaction<null, ArchiveTemplateRefusal>(ctx, async (db) => {
    await lockAllTemplates(db)
    const found = await lockTemplate(db, templateId)
    if (!found || !keepsTemplatesOf(actor, found.groupId)) return err('template_not_found')
    if ((found.archivedAt !== null) === isArchived) return ok(null)
    if (!isArchived && (await countTemplates(db, found.groupId)) >= MAX_TEMPLATES)
      return err('too_many_templates')
    await setArchived(db, templateId, isArchived, now)
    const action = isArchived ? 'put template away' : 'use template again'
    const entry = { actorId: actor.id, action, entity: 'task', entityId: templateId, now } as const
    const before = { isArchived: !isArchived }
    await recordChange(db, { ...entry, before, after: { isArchived } })
    return ok(null)
  })
}
