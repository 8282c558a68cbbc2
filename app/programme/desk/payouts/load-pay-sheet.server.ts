import { data } from 'react-router'
import type { StaffCtx } from '#app/request/guards.server.ts'
import { statementMonth } from '#shop/programme/pay.ts'
import { readPaySheet } from '#shop/programme/pay-sheet.read.ts'
import { NO_GROUP, type PaySheet } from '#shop/programme/pay-sheet.ts'
import { languageIn, type WrittenLanguage, writtenFor } from '#shop/programme/worker.ts'

/** Returns the pay sheet of a URL, in the language of `?language=`, by default English. Throws 404 if there is none. */
export async function loadPaySheet(
  ctx: StaffCtx,
  { group, month: monthName }: { group: string; month: string },
  request: Request,
): Promise<{ sheet: PaySheet; language: WrittenLanguage }> {
  const month = statementMonth(monthName)
  const sheet = month && (await readPaySheet(ctx, group === NO_GROUP ? null : group, month))
  if (!sheet) throw data(null, { status: 404 })
  const reader = languageIn(new URL(request.url).searchParams.get('language')) ?? 'en'
  return { sheet, language: writtenFor(reader) }
}
