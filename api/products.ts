import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { etag } from 'hono/etag'
import { BODY_ERRORS, body, errors, etagHeader, form, json, NOT_CHANGED, timeJson } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES } from '#api/examples.ts'
import { invalid } from '#api/failures.ts'
import { responseShape, toJson } from '#api/field-json.ts'
import { alsoForKey, forKeys, staffWith } from '#api/guards.ts'
import { limitQuery, linkHeader, numberCursor, page } from '#api/lists.ts'
import { limitedSearch } from '#api/rate-limit.ts'
import { refuse } from '#api/refusals.ts'
import { camelKeys, snakeKeys, snakeShape } from '#api/snake-case.ts'
import { createProduct, removeProduct, updateProduct } from '#shop/catalogue/change-products.ts'
import { onShelfField, productShape, versionField } from '#shop/catalogue/input.ts'
import { isOutOfStock } from '#shop/catalogue/product.ts'
import { NUTRITION_FIELDS, nutrientShape, PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { storePicture } from '#shop/catalogue/product-pictures.ts'
import {
  findRecord,
  listCategories,
  type ProductRecord,
  type ProductScope,
  searchProducts,
} from '#shop/catalogue/products.read.ts'
import type { CategorySlug } from '#shop/catalogue/taxonomy.ts'
import { shapeOf } from '#shop/field.ts'
import { may } from '#shop/kernel/permissions.ts'
import { readQuery } from '#shop/search/query.ts'
import { MAX_RESULTS } from '#shop/search/search-index.ts'

export const products = new OpenAPIHono<ApiEnv>()

const tags = ['products']
const staff = { tags, ...forKeys(['catalogue'], staffWith('catalogue')) }
export const productParams = z.object({
  id: z.string().max(200).openapi({ description: 'Id or slug', example: 'ragi-mix' }),
})
const all = z
  .enum(['0', '1'])
  .optional()
  .openapi({ description: 'For admins: 1 includes products off sale', example: '0' })

const imageForm = z
  .object({ image: z.unknown().openapi({ type: 'string', format: 'binary' }) })
  .openapi('NewPicture')

const { shelf: _, ...RESPONSE_FIELDS } = PRODUCT_FIELDS

const productJson = z
  .object({
    id: z.uuid(),
    ...responseShape(RESPONSE_FIELDS),
    category_id: z.uuid().nullable(),
    out_of_stock: z.boolean(),
    is_bestseller: z.boolean().describe('Computed: its category’s most sold product in the last 90 days'),
    rating: z.number().nullable().describe('Mean of the reviews; null while there are none'),
    review_count: z.number().int(),
    is_sample_rating: z
      .boolean()
      .optional()
      .describe('True when it includes reviews written for demonstration'),
    created_at: timeJson,
    version: z.number().int().describe('Send it with a change to detect a conflict'),
    archived_at: timeJson.nullable().describe('Set when the product was archived'),
  })
  .openapi('Product')

function toProductJson(product: ProductRecord): z.infer<typeof productJson> {
  const { id, categoryId, isBestseller, rating, reviewCount, createdAt, version, archivedAt } = product
  return {
    ...snakeKeys({ id, categoryId, isBestseller, rating, reviewCount, createdAt, version, archivedAt }),
    ...toJson(RESPONSE_FIELDS, product),
    out_of_stock: isOutOfStock(product),
    ...(product.isSampleRating && { is_sample_rating: true }),
  }
}

const nutrients = z.array(z.object(snakeShape(nutrientShape))).max(30)
const fields = z.object({
  ...snakeShape(productShape),
  nutrition: z
    .object({ ...snakeShape(shapeOf(NUTRITION_FIELDS)), vitamins: nutrients, minerals: nutrients })
    .nullable(),
  category_id: z.uuid('Please send the id of a category').describe('Instead of `category`'),
})

const { name, price } = fields.shape
const newProductBody = z
  .object({ ...fields.partial().shape, name, price })
  .openapi('NewProduct', { example: BODIES.NewProduct })
const productChangeBody = fields
  .extend({
    version: versionField.describe('The version you read; 409 if it has changed since'),
    on_shelf: onShelfField.describe(
      'Units counted on the shelf, including those of open orders that are not packed. `stock_quantity` becomes the count less those',
    ),
  })
  .partial()
  .refine((change) => change.stock_quantity === undefined || change.on_shelf === undefined, {
    message: 'Please send either stock_quantity or on_shelf',
    path: ['on_shelf'],
  })
  .refine(
    (change) => Object.keys(change).some((key) => key !== 'version'),
    'Please send at least one field to change',
  )
  .openapi('ProductChange', {
    description: '`stock_quantity` or `on_shelf`, not both',
    minProperties: 1,
    example: BODIES.ProductChange,
  })

type CategoryChoice = { category?: CategorySlug | undefined; category_id?: string | undefined }

/** Returns the category's slug: undefined when the body names none, null when it does not exist. */
function categoryIn(
  { category, category_id: id }: CategoryChoice,
  categories: readonly { id: string; slug: string }[],
): CategorySlug | null | undefined {
  if (category !== undefined || id === undefined) return category
  const found = categories.find((row) => row.id === id.toLowerCase())
  return (found?.slug as CategorySlug | undefined) ?? null
}

function productInput<Body extends CategoryChoice>({ category_id: _, category: __, ...body }: Body) {
  return camelKeys(body)
}

/** Returns which products to show. Products on sale may be cached, since they are the same for all actors. */
function scopeOf(c: Context<ApiEnv>, wantsAll: string | undefined): ProductScope {
  if (wantsAll === '1') return may(c.var.ctx.actor, 'catalogue') ? 'all' : 'on-sale'
  c.header('cache-control', 'public, max-age=0, must-revalidate')
  return 'on-sale'
}

const list = createRoute({
  method: 'get',
  path: '/products',
  tags,
  summary: 'Products on sale',
  middleware: [etag(), limitedSearch, alsoForKey('catalogue')] as const,
  request: {
    query: z.object({
      category: z
        .string()
        .max(80)
        .optional()
        .openapi({ description: 'A category or a cuisine', example: 'meal-mix' }),
      q: z.string().trim().max(100).optional().openapi({
        description:
          'Words of the shop’s search, best match first. With `all`, part of a name, description or region',
        example: 'ragi',
      }),
      all,
      limit: limitQuery,
      cursor: numberCursor('1'),
    }),
  },
  responses: {
    200: {
      ...json(z.array(productJson), 'The products'),
      headers: linkHeader('/products?limit=20&cursor=20').extend(etagHeader.shape),
    },
    ...NOT_CHANGED,
    ...errors(422),
  },
})
products.openapi(list, async (c) => {
  const { category, q, all, limit, cursor: after } = c.req.valid('query')
  const scope = scopeOf(c, all)
  const matches = q && scope === 'on-sale' ? await c.var.deps.productSearch.find(readQuery(q).words) : null
  // The cursor of a search is the catalogue number of its last match.
  const ids = matches?.slice(matches.findIndex(({ number }) => number === after) + 1).map(({ id }) => id)
  const found = await searchProducts(c.var.ctx.reads.catalogue, {
    scope,
    category: category === 'all' ? undefined : category,
    ...(ids ? { ids, limit: MAX_RESULTS } : { text: q, limit: limit + 1, after }),
  })
  if (ids) found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return c.json(page(c, found, limit, (last) => `${last.number}`).map(toProductJson), 200)
})

const read = createRoute({
  method: 'get',
  path: '/products/{id}',
  tags,
  summary: 'One product',
  middleware: [etag(), alsoForKey('catalogue')] as const,
  request: { params: productParams, query: z.object({ all }) },
  responses: {
    200: { ...json(productJson, 'The product'), headers: etagHeader },
    ...NOT_CHANGED,
    ...errors(404, 422),
  },
})
products.openapi(read, async (c) => {
  const product = await findRecord(
    c.var.ctx.reads.catalogue,
    c.req.valid('param').id,
    scopeOf(c, c.req.valid('query').all),
  )
  return product ? c.json(toProductJson(product), 200) : refuse(c, { reason: 'product_not_found' })
})

const create = createRoute({
  ...staff,
  method: 'post',
  path: '/products',
  summary: 'Add a product (admin)',
  request: { body: body(newProductBody) },
  responses: { 201: json(productJson, 'The new product'), ...errors(401, 403, 404, 409, ...BODY_ERRORS) },
})
products.openapi(create, async (c) => {
  const { ctx } = c.var
  const input = c.req.valid('json')
  const category = categoryIn(input, await listCategories(ctx.db))
  if (!category) return invalid(c, { category: 'Please choose a category' })
  const created = await createProduct(ctx, { ...productInput(input), category })
  if (!created.ok) return refuse(c, created)
  const product = await findRecord(ctx.db, created.value, 'all')
  return product ? c.json(toProductJson(product), 201) : refuse(c, { reason: 'product_not_found' })
})

const changeProduct = createRoute({
  ...staff,
  method: 'put',
  path: '/products/{id}',
  summary: 'Change the given fields of a product (admin)',
  request: { params: productParams, body: body(productChangeBody, productJson) },
  responses: { 200: json(productJson, 'The product'), ...errors(401, 403, 404, 409, ...BODY_ERRORS) },
})
products.openapi(changeProduct, async (c) => {
  const { ctx } = c.var
  const input = c.req.valid('json')
  const category = categoryIn(input, await listCategories(ctx.db))
  if (category === null) return invalid(c, { category_id: 'Please choose a category' })
  const current = await findRecord(ctx.db, c.req.valid('param').id, 'all')
  if (!current) return refuse(c, { reason: 'product_not_found' })
  const changed = await updateProduct(ctx, current.id, {
    ...productInput(input),
    ...(category && { category }),
  })
  if (!changed.ok) return refuse(c, changed)
  const product = await findRecord(ctx.db, current.id, 'all')
  return product ? c.json(toProductJson(product), 200) : refuse(c, { reason: 'product_not_found' })
})

const addImage = createRoute({
  ...staff,
  method: 'post',
  path: '/products/{id}/images',
  summary: 'Add a picture to a product (admin), as a form with the file in `image`',
  request: { params: productParams, body: form(imageForm) },
  responses: {
    201: json(productJson, 'The product with its new picture last'),
    ...errors(401, 403, 404, 409, ...BODY_ERRORS),
  },
})
products.openapi(addImage, async (c) => {
  const { ctx } = c.var
  const product = await findRecord(ctx.db, c.req.valid('param').id, 'all')
  if (!product) return refuse(c, { reason: 'product_not_found' })
  const { image } = c.req.valid('form')
  if (!(image instanceof File)) return invalid(c, { image: 'Please send the picture as a file' })
  const bytes = new Uint8Array(await image.arrayBuffer())
  const stored = await storePicture(ctx, { bytes, productId: product.id })
  if (!stored.ok) return refuse(c, stored)
  const changed = await findRecord(ctx.db, product.id, 'all')
  return changed ? c.json(toProductJson(changed), 201) : refuse(c, { reason: 'product_not_found' })
})

const removedJson = z
  .object({ id: z.uuid(), removed: z.enum(['deleted', 'archived']) })
  .openapi('RemovedProduct')

const remove = createRoute({
  ...staff,
  method: 'delete',
  path: '/products/{id}',
  summary: 'Delete a product (admin); one with orders is archived',
  request: { params: productParams },
  responses: { 200: json(removedJson, 'Whether it was deleted or archived'), ...errors(401, 403, 404) },
})
products.openapi(remove, async (c) => {
  const { ctx } = c.var
  const product = await findRecord(ctx.db, c.req.valid('param').id, 'all')
  if (!product) return refuse(c, { reason: 'product_not_found' })
  const removed = await removeProduct(ctx, product.id, { onlyArchived: false })
  return removed.ok ? c.json({ id: product.id, removed: removed.value }, 200) : refuse(c, removed)
})

const categoryJson = z.object({ id: z.uuid(), slug: z.string(), name: z.string() }).openapi('Category')

const listOfCategories = createRoute({
  method: 'get',
  path: '/categories',
  tags,
  summary: 'The categories, in display order',
  middleware: etag(),
  responses: {
    200: { ...json(z.array(categoryJson), 'The categories'), headers: etagHeader },
    ...NOT_CHANGED,
    ...errors(),
  },
})
products.openapi(listOfCategories, async (c) => {
  c.header('cache-control', 'public, max-age=0, must-revalidate')
  return c.json(await listCategories(c.var.ctx.reads.catalogue), 200)
})
