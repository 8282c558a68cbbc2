import { sql } from 'kysely'
import type { Db } from '#shop/ctx.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import type { FetchRefusal } from '#shop/pictures.ts'

/** `keptUrl`: fetched before, and still stored. */
export type AddressedPicture = { productId: string; url: string; keptUrl: string | null }

/** Once an hour. */
const MAX_TRIES = 5

/** Deletes addresses that their product no longer names, so that one added again is retried. */
export async function forgetRemovedAddresses(db: Db): Promise<void> {
  await sql`delete from picture_addresses as gone where picture_url is null and not exists (
    select from products where products.id = gone.product_id and gone.url = any(image_urls))`.execute(db)
}

/** Returns up to `limit` pictures to fetch now. */
export async function dueAddresses(db: Db, now: Date, limit: number): Promise<AddressedPicture[]> {
  const { rows } = await sql<AddressedPicture>`
    select products.id as product_id, wanted.url, kept.picture_url as kept_url
    from products cross join lateral unnest(image_urls) as wanted (url)
      left join picture_addresses as tried on tried.product_id = products.id and tried.url = wanted.url
      left join lateral (
        select tried.picture_url from pictures where tried.picture_url like '/pictures/' || pictures.id || '-%'
      ) as kept on true
    where wanted.url like 'https:%'
      and (tried.problem is null or (tries < ${MAX_TRIES} and tried_at <= ${new Date(now.getTime() - HOUR_MS)}::timestamptz))
    order by products.id, wanted.url limit ${limit}`.execute(db)
  return rows
}

/** False when the product no longer names the address. */
export async function replaceAddress(
  db: Db,
  { productId, url, pictureUrl }: { productId: string; url: string; pictureUrl: string },
): Promise<boolean> {
  // An open form stays valid: its version counts what people change.
  const { rows } = await sql`
    update products set image_urls = array_replace(image_urls, ${url}, ${pictureUrl})
    where id = ${productId} and ${url} = any(image_urls) returning id`.execute(db)
  return rows.length > 0
}

export async function saveFetched(
  db: Db,
  { productId, url, pictureUrl, now }: { productId: string; url: string; pictureUrl: string; now: Date },
): Promise<void> {
  const row = { pictureUrl, problem: null, triedAt: now }
  await db
    .insertInto('pictureAddresses')
    .values({ productId, url, ...row })
    .onConflict((conflict) => conflict.columns(['productId', 'url']).doUpdateSet(row))
    .execute()
}

export async function saveProblem(
  db: Db,
  {
    productId,
    url,
    problem,
    now,
  }: { productId: string; url: string; problem: FetchRefusal['reason']; now: Date },
): Promise<void> {
  const row = { pictureUrl: null, problem, triedAt: now }
  await db
    .insertInto('pictureAddresses')
    .values({ productId, url, ...row, tries: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['productId', 'url'])
        .doUpdateSet((eb) => ({ ...row, tries: eb('pictureAddresses.tries', '+', 1) })),
    )
    .execute()
}
