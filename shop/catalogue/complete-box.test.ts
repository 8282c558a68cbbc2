import { describe, expect, it } from 'vitest'
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import { compareBox } from '#shop/catalogue/complete-box.ts'
import { COMPLETE_BOX_ID } from '#shop/catalogue/product.ts'
import { paise, rupees } from '#shop/kernel/money.ts'

describe('compareBox', () => {
  it('compares the box with two mixes and 25 packets at current prices', () => {
    expect(compareBox(SEED_PRODUCTS)).toEqual({
      boxPrice: rupees(899),
      boxMealPrice: paise(4495),
      separatePrice: rupees(943),
      plainPrice: rupees(279),
      plainMealPrice: rupees(27.9),
      tastemakerPrice: rupees(15),
    })
  })

  it('has null for products that are not on sale', () => {
    const withoutBajra = SEED_PRODUCTS.filter((product) => product.slug !== 'bajra-mix')
    expect(compareBox(withoutBajra)?.separatePrice).toBeNull()
    const onlyBox = SEED_PRODUCTS.filter((product) => product.id === COMPLETE_BOX_ID)
    expect(compareBox(onlyBox)).toMatchObject({
      plainPrice: null,
      plainMealPrice: null,
      tastemakerPrice: null,
    })
  })

  it('has no separate price if the single products are cheaper', () => {
    const dear = SEED_PRODUCTS.map((p) => (p.id === COMPLETE_BOX_ID ? { ...p, price: rupees(999) } : p))
    expect(compareBox(dear)?.separatePrice).toBeNull()
  })

  it('is null without the box', () => {
    expect(compareBox([])).toBeNull()
  })
})
