import type { Ctx } from '#shop/ctx.ts'
import { hasRowOfFile } from '#shop/privacy/retention.sql.ts'

/** Removes the files of a photo or picture that no row names: the process that had written them died, or its commit failed. */
export async function removeUnkeptFiles(
  { db, files }: Pick<Ctx, 'db' | 'files'>,
  { id, keys }: { id: string; keys: readonly string[] },
): Promise<void> {
  if (await hasRowOfFile(db, id)) return
  for (const key of keys) await files.remove(key)
}
