import type { Db } from '#shop/ctx.ts'

/** Returns why pictures could not be fetched, by address. The caller has checked the actor. */
export async function pictureProblems(db: Db, productId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('pictureAddresses')
    .select(['url', 'problem'])
    .where('productId', '=', productId)
    .where('problem', 'is not', null)
    .execute()
  return new Map(rows.map(({ url, problem }) => [url, problem ?? '']))
}
