import { describe, expect, it } from 'vitest'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { apiClient } from '#tests/api-client.ts'
import { testDatabase } from '#tests/database.ts'
import { phonePhoto } from '#tests/pictures.ts'

const { db, ctx, productSearch } = await testDatabase()
const { call } = apiClient(ctx, { productSearch })
const admin = await makeUser(db, { staffRole: 'owner' })
const customer = await makeUser(db)

async function makeTestProduct(fields: Parameters<typeof makeProduct>[1] = {}): Promise<string> {
  return makeProduct(db, fields)
}

const slugs = (products: { slug: string }[]) => products.map(({ slug }) => slug)

describe('GET /products', () => {
  it('lists the products on sale', async () => {
    const id = await makeTestProduct({
      slug: 'listed',
      price: rupees(699),
      discountPrice: rupees(599.5),
      healthFocus: ['protein-rich'],
      nutrition: {
        servingSize: '100 g',
        calories: 380,
        protein: 20.2,
        carbohydrates: 60,
        fat: 3,
        fiber: 11,
        vitamins: [],
        minerals: [{ name: 'Iron', amount: '6.2 mg', dailyValue: 33 }],
      },
    })
    await makeTestProduct({ slug: 'hidden', isActive: false })
    const { status, body, headers } = await call(VISITOR, 'GET', '/products')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(slugs(body)).toContain('listed')
    expect(slugs(body)).not.toContain('hidden')
    expect(body.find((product: { id: string }) => product.id === id)).toMatchObject({
      price: 699,
      discount_price: 599.5,
      category: 'meal-mix',
      out_of_stock: false,
      rating: null,
      review_count: 0,
      nutrition: { serving_size: '100 g', minerals: [{ name: 'Iron', amount: '6.2 mg', daily_value: 33 }] },
    })
  })

  it('filters by category or cuisine, and by text', async () => {
    await makeTestProduct({
      slug: 'salsa',
      category: 'hydration',
      cuisine: 'american',
      name: 'Salsa 98765%_hot',
    })
    expect(slugs((await call(VISITOR, 'GET', '/products?category=hydration')).body)).toEqual(['salsa'])
    expect(slugs((await call(VISITOR, 'GET', '/products?category=american')).body)).toEqual(['salsa'])
    expect(slugs((await call(VISITOR, 'GET', '/products?q=SALSA')).body)).toEqual(['salsa'])
    expect(slugs((await call(VISITOR, 'GET', '/products?q=98765%25_')).body)).toEqual(['salsa'])
    expect((await call(VISITOR, 'GET', '/products?q=9%255_')).body).toEqual([])
    expect((await call(VISITOR, 'GET', '/products?category=nothing')).body).toEqual([])
  })

  it('finds products by synonyms and ranks them, as the search page does', async () => {
    await makeTestProduct({ slug: 'porridge', name: 'Ragi Porridge' })
    await makeTestProduct({ slug: 'haldi-jar', name: 'Turmeric Jar' })
    for (const q of ['nachni', 'mandua', 'रागी']) {
      const first = await call(VISITOR, 'GET', `/products?q=${encodeURIComponent(q)}&limit=1`)
      expect(slugs(first.body)).toEqual(['porridge'])
      const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
      const [second] = slugs((await call(VISITOR, 'GET', next)).body)
      expect(second).toBeDefined()
      expect(second).not.toBe('porridge')
    }
    expect(slugs((await call(VISITOR, 'GET', '/products?q=haldi')).body)).toEqual(['haldi-jar'])
  })

  it('is paginated', async () => {
    for (const slug of ['page-a', 'page-b', 'page-c'])
      await makeTestProduct({ slug, category: 'biodegradable' })
    const first = await call(VISITOR, 'GET', '/products?category=biodegradable&limit=2')
    expect(slugs(first.body)).toEqual(['page-a', 'page-b'])
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await call(VISITOR, 'GET', next)
    expect(slugs(second.body)).toEqual(['page-c'])
    expect(second.headers.get('link')).toBeNull()
  })

  it('includes products off sale only for admins who send `all=1`', async () => {
    await makeTestProduct({ slug: 'asleep', isActive: false })
    expect(slugs((await call(admin, 'GET', '/products?all=1')).body)).toContain('asleep')
    expect(slugs((await call(admin, 'GET', '/products')).body)).not.toContain('asleep')
    expect(slugs((await call(customer, 'GET', '/products?all=1')).body)).not.toContain('asleep')
    expect(slugs((await call(VISITOR, 'GET', '/products?all=1')).body)).not.toContain('asleep')
  })

  it('may be cached publicly only if it is the same for all actors', async () => {
    const shared = await call(VISITOR, 'GET', '/products?q=a')
    expect(shared.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const etag = shared.headers.get('etag') ?? ''
    const again = await call(VISITOR, 'GET', '/products?q=a', { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect((await call(admin, 'GET', '/products?all=1')).headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    'Q=ragi',
    'limit=0',
    'limit=1.5',
    'limit=1&limit=2',
    'cursor=99999999999999',
    'all=yes',
    'q=%00',
    `q=${'x'.repeat(101)}`,
  ])('refuses ?%s', async (query) => {
    expect(await call(VISITOR, 'GET', `/products?${query}`)).toMatchObject({
      status: 422,
      body: { code: 'invalid_input' },
    })
  })
})

describe('GET /products/{id}', () => {
  it('accepts the id or the slug', async () => {
    const id = await makeTestProduct({ slug: 'by-slug' })
    expect((await call(VISITOR, 'GET', `/products/${id}`)).body.slug).toBe('by-slug')
    expect((await call(VISITOR, 'GET', '/products/by-slug')).body.id).toBe(id)
  })

  it('shows a product off sale only to admins who send `all=1`', async () => {
    const id = await makeTestProduct({ isActive: false })
    expect((await call(VISITOR, 'GET', `/products/${id}`)).status).toBe(404)
    expect((await call(admin, 'GET', `/products/${id}`)).status).toBe(404)
    expect((await call(admin, 'GET', `/products/${id}?all=1`)).body.is_active).toBe(false)
  })

  it('answers 404 for an unknown or malformed id', async () => {
    for (const id of ['nothing', '00000000-0000-4000-8000-0000000000ff', '%E0%A4%A', "'--"]) {
      expect(await call(VISITOR, 'GET', `/products/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'Product Not Found', code: 'product_not_found' },
      })
    }
    expect((await call(VISITOR, 'GET', '/products/a%00b')).status).toBe(404)
    expect((await call(VISITOR, 'GET', `/products/${'x'.repeat(201)}`)).status).toBe(404)
  })
})

const LABEL = {
  net_quantity: '600 g',
  mrp: 299,
  shelf_life: '6 months',
  maker: 'Nandini Mahila Self-Help Group, Dharwad',
  fssai_licence: '10000000000001',
  allergens: ['No known allergens'],
}
const NEW = { name: 'Kodo Millet Mix', price: 249.5, category: 'meal-mix', stock_quantity: 12, ...LABEL }

describe('POST /products', () => {
  it('adds a product, derives its slug from the name and records its stock as a movement', async () => {
    const { status, body } = await call(admin, 'POST', '/products', { body: NEW })
    expect(status).toBe(201)
    expect(body).toMatchObject({ slug: 'kodo-millet-mix', price: 249.5, stock_quantity: 12, is_active: true })
    const moves = await db.selectFrom('stockMovements').selectAll().where('productId', '=', body.id).execute()
    expect(moves).toMatchObject([{ quantity: 12, reason: 'opening', actorId: admin.id }])
    expect((await call(VISITOR, 'GET', '/products/kodo-millet-mix')).body).toEqual(body)
  })

  it('stores every field of the body', async () => {
    const fields = {
      name: 'Everything',
      slug: 'every-thing',
      price: 300,
      discount_price: 250.25,
      category: 'tastemakers',
      stock_quantity: 0,
      short_description: 'Short.',
      description: 'Long.\nTwo lines.',
      is_active: false,
      image_urls: ['/illustrations/mix-ragi.svg', 'https://example.test/a.jpg'],
      ingredients: ['Kodo millet'],
      benefits: ['Good'],
      usage_instructions: ['Cook it.'],
      allergens: ['None'],
      health_focus: ['low-gi'],
      cuisine: 'indian',
      region: 'Punjab',
      spice_level: 3,
      sweet_level: null,
      nutrition: {
        serving_size: '10 g',
        calories: 30,
        protein: 1,
        carbohydrates: 5,
        fat: 0.5,
        fiber: 1,
        vitamins: [{ name: 'C', amount: '1 mg', daily_value: null }],
        minerals: [],
      },
      tastemaker_picks: 0,
      is_pick: true,
      net_quantity: '10 g',
      shelf_life: '6 months',
      hsn_code: '0910',
      country_of_origin: 'India',
      is_new: true,
    }
    const { status, body } = await call(admin, 'POST', '/products', { body: fields })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...fields, is_bestseller: false, out_of_stock: true })
  })

  it('accepts category_id instead of category', async () => {
    const [, second] = (await call(VISITOR, 'GET', '/categories')).body
    const { category: _, ...rest } = NEW
    const { body } = await call(admin, 'POST', '/products', {
      body: { ...rest, slug: 'by-id', category_id: second.id },
    })
    expect(body).toMatchObject({ category: second.slug, category_id: second.id })
  })

  it('refuses a discount price that is not below the price, and reads 0 as no discount', async () => {
    const body = { ...NEW, slug: 'dear', discount_price: 249.5 }
    expect(await call(admin, 'POST', '/products', { body })).toMatchObject({
      status: 422,
      body: { code: 'discount_not_below_price', fields: { discount_price: expect.any(String) } },
    })
    const free = await call(admin, 'POST', '/products', { body: { ...body, discount_price: 0 } })
    expect(free.body.discount_price).toBeNull()
  })

  it('requires a slug if none can be derived from the name', async () => {
    expect(await call(admin, 'POST', '/products', { body: { ...NEW, name: 'रागी' } })).toMatchObject({
      status: 422,
      body: { code: 'slug_needed' },
    })
  })

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'a\0b' }],
    ['name', { name: 'x'.repeat(121) }],
    ['slug', { slug: 'Not A Slug' }],
    ['slug', { slug: '00000000-0000-4000-8000-000000000001' }],
    ['price', { price: 0 }],
    ['price', { price: 1.005 }],
    ['price', { price: 1e300 }],
    ['price', { price: '12' }],
    ['discount_price', { discount_price: -1 }],
    ['category', { category: 'nope' }],
    ['category', { category: undefined, category_id: '00000000-0000-4000-8000-0000000000ff' }],
    ['category_id', { category_id: 'nope' }],
    ['stock_quantity', { stock_quantity: 1.5 }],
    ['stock_quantity', { stock_quantity: -1 }],
    ['image_urls.0', { image_urls: ['javascript:alert(1)'] }],
    ['image_urls.0', { image_urls: ['//elsewhere.test/a.jpg'] }],
    ['image_urls.0', { image_urls: ['/\\elsewhere.test'] }],
    ['ingredients.1', { ingredients: ['a', ''] }],
    ['health_focus.0', { health_focus: ['magic'] }],
    ['spice_level', { spice_level: 6 }],
    ['nutrition', { nutrition: [] }],
    ['nutrition.serving_size', { nutrition: { serving_size: '\u0000' } }],
    ['hsn_code', { hsn_code: '12' }],
    ['is_active', { is_active: 'yes' }],
  ])('refuses a wrong %s: %o', async (field, wrong) => {
    const { status, body } = await call(admin, 'POST', '/products', { body: { ...NEW, ...wrong } })
    expect(status).toBe(422)
    expect(body.code).toBe('invalid_input')
    expect(Object.keys(body.fields)).toContain(field)
  })
})

describe('PUT /products/{id}', () => {
  it('distinguishes undeclared nutrients from 0, and requires allergens for food on sale', async () => {
    const id = await makeTestProduct({ isActive: false, allergens: [] })
    const put = (body: object) => call(admin, 'PUT', `/products/${id}`, { body })
    const panel = { serving_size: '85 g', calories: null, fat: 0, vitamins: [], minerals: [] }
    expect((await put({ nutrition: panel })).body.nutrition).toMatchObject({
      ...{ calories: null, fat: 0, protein: null, carbohydrates: null, fiber: null },
    })
    const refused = await put({ is_active: true })
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { allergens: 'Please give the allergens' } },
    })
    const declared = await put({ is_active: true, allergens: ['No known allergens'] })
    expect(declared).toMatchObject({ status: 200, body: { is_active: true } })
  })

  it('changes only the given fields, and records the stock difference as a movement', async () => {
    const id = await makeTestProduct({ slug: 'changing', stockQuantity: 10, region: 'Kerala' })
    const { body } = await call(admin, 'PUT', '/products/changing', {
      body: { price: 120, stock_quantity: 4 },
    })
    expect(body).toMatchObject({ id, slug: 'changing', price: 120, stock_quantity: 4, region: 'Kerala' })
    const moves = await db
      .selectFrom('stockMovements')
      .select(['quantity', 'reason'])
      .where('productId', '=', id)
      .orderBy('id')
      .execute()
    expect(moves).toEqual([
      { quantity: 10, reason: 'opening' },
      { quantity: -6, reason: 'admin' },
    ])
    const cleared = await call(admin, 'PUT', `/products/${id}`, {
      body: { region: null, category: 'bundles' },
    })
    expect(cleared.body).toMatchObject({ region: null, category: 'bundles', price: 120 })
  })

  it('compares a discount price with the new price', async () => {
    const id = await makeTestProduct({ price: rupees(100), discountPrice: rupees(90) })
    const put = (body: object) => call(admin, 'PUT', `/products/${id}`, { body })
    expect((await put({ price: 80 })).body.code).toBe('discount_not_below_price')
    expect((await put({ discount_price: 100 })).body.code).toBe('discount_not_below_price')
    expect((await put({ price: 80, discount_price: null })).body).toMatchObject({
      price: 80,
      discount_price: null,
    })
  })
})

describe('DELETE /products/{id}', () => {
  it('deletes a product without orders', async () => {
    const id = await makeTestProduct({ slug: 'unwanted' })
    expect(await call(admin, 'DELETE', '/products/unwanted')).toMatchObject({
      status: 200,
      body: { id, removed: 'deleted' },
    })
    expect((await call(admin, 'GET', `/products/${id}?all=1`)).status).toBe(404)
    expect((await call(admin, 'DELETE', '/products/unwanted')).status).toBe(404)
  })

  it('archives a product that was ordered, as a line or as a pick; this can be undone', async () => {
    const mix = await makeTestProduct({ tastemakerPicks: 2 })
    const pick = await makeTestProduct({ isPick: true })
    const order = await makeOrder(ctx(customer), [{ productId: mix, quantity: 1, tastemakers: [pick, pick] }])
    for (const id of [mix, pick]) {
      expect((await call(admin, 'DELETE', `/products/${id}`)).body.removed).toBe('archived')
      expect((await call(VISITOR, 'GET', `/products/${id}`)).status).toBe(404)
    }
    const found = await call(customer, 'GET', `/orders/${order}`)
    expect(found.body.order_items[0]).toMatchObject({ product_id: mix, tastemakers: [pick, pick] })
    expect((await call(admin, 'GET', `/products/${mix}?all=1`)).body).toMatchObject({
      is_active: false,
      archived_at: expect.any(String),
    })
    const cart = { items: [{ product_id: pick, quantity: 1 }] }
    expect((await call(VISITOR, 'POST', '/cart/quote', { body: cart })).body.warnings).toMatchObject([
      { code: 'not_sold' },
    ])
    const restored = await call(admin, 'PUT', `/products/${mix}`, { body: { is_active: true } })
    expect(restored.body).toMatchObject({ is_active: true, archived_at: null })
    expect((await call(VISITOR, 'GET', `/products/${mix}`)).status).toBe(200)
  })
})

describe('GET /categories', () => {
  it('lists the categories in display order', async () => {
    const { body } = await call(VISITOR, 'GET', '/categories')
    expect(slugs(body)).toEqual(['meal-mix', 'tastemakers', 'biodegradable', 'bundles', 'hydration'])
  })
})

describe('POST /products/{id}/images', () => {
  const form = (image: Blob | string) => {
    const form = new FormData()
    form.set('image', image)
    return form
  }
  const jpeg = async () => new Blob([new Uint8Array(await phonePhoto())], { type: 'image/jpeg' })

  it('adds the picture after all others, with its size in the URL', async () => {
    const id = await makeTestProduct()
    const { status, body } = await call(admin, 'POST', `/products/${id}/images`, { form: form(await jpeg()) })
    expect(status).toBe(201)
    expect(body.image_urls).toEqual([
      '/illustrations/mix-ragi.svg',
      expect.stringMatching(/^\/pictures\/[0-9a-f-]{36}-320x320\/320\.webp$/),
    ])
  })
})

describe('a change of a product', () => {
  it('is refused if a declaration required for sale is missing, with a message per field', async () => {
    const body = { name: 'Bare', slug: 'bare', price: 10, category: 'meal-mix', is_active: true }
    expect(await call(admin, 'POST', '/products', { body })).toMatchObject({
      status: 422,
      body: {
        code: 'declarations_missing',
        fields: { net_quantity: 'Please give the net quantity', mrp: expect.any(String) },
      },
    })
    const { is_active: _, ...draft } = body
    expect((await call(admin, 'POST', '/products', { body: draft })).body.is_active).toBe(false)
  })

  it('is refused if the product was changed meanwhile', async () => {
    const id = await makeTestProduct()
    const { version } = (await call(admin, 'GET', `/products/${id}?all=1`)).body
    const put = (body: object) => call(admin, 'PUT', `/products/${id}`, { body })
    expect(await put({ region: 'Goa', version })).toMatchObject({
      status: 200,
      body: { version: version + 1 },
    })
    expect(await put({ region: 'Kerala', version })).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict' },
    })
    expect((await put({ version })).status).toBe(422)
  })
})
