import { describe, expect, it } from 'vitest'
import { applyEdits, BUGS } from '#lab/checker/bugs.ts'
import { check } from '#lab/checker/check.ts'
import { COUPON, story } from '#lab/checker/story.ts'
import { NO_MONEY, paise } from '#shop/kernel/money.ts'

type Story = ReturnType<typeof story>

function linesOf({ input }: Story): string[] {
  return check(input).map(({ about, what }) => `${about}: ${what}`)
}

function violationsAfter(insertRows: (story: Story) => void): string[] {
  const shop = story()
  insertRows(shop)
  return linesOf(shop)
}

describe('a linearizable history', () => {
  it('may have concurrent purchases, reads, cancellations, payments, refunds and invoices', () => {
    const lines = violationsAfter((shop) => {
      shop.placeOrder({ id: 'one', lines: [{ product: 'rice', units: 2 }], coupon: true, at: [0, 10] })
      shop.readStock('rice', 3, [1, 4])
      shop.readStock('rice', 1, [2, 5])
      shop.placeOrder({ id: 'two', by: 'ben', method: 'card', coupon: true, at: [5, 12] })
      shop.refuse(
        { id: 'three', by: 'ben', lines: [{ product: 'rice', units: 1 }], at: [6, 20] },
        'out_of_stock',
      )
      shop.refuse({ id: 'four', coupon: true, at: [13, 14] }, 'coupon_already_used')
      shop.pay('two', [13, 16])
      shop.cancel('one', [18, 30])
      shop.readStock('rice', 2, [25, 31])
      shop.deliver('two', [31, 32])
      shop.refund('two', 40, [33, 34])
      shop.invoice('two', 'INV26-27/0000001', [35, 36])
      shop.placeOrder({ id: 'five', method: 'card', at: [40, 41] })
      shop.release('five', [50, 51])
      shop.readStock('rice', 2, [60, 61])
      shop.readStock('rice', 3, [62, 63], true)
    })
    expect(lines).toEqual([])
  })

  it('may have a purchase that took effect but got no response, and then its repetition', () => {
    const lines = violationsAfter((shop) => {
      const purchase = { id: 'one', at: [0, 5] } as const
      shop.insertRows(purchase)
      shop.record('ann', [0, 5], shop.purchaseOf(purchase), {
        outcome: 'unknown',
        response: { trouble: 'status 502' },
      })
      shop.readStock('rice', 3, [7, 8])
      shop.record('ann', [9, 20], shop.purchaseOf(purchase), shop.ok({ order: shop.responseOrder('one') }))
      shop.readStock('rice', 2, [21, 22])
    })
    expect(lines).toEqual([])
  })

  it('may have a purchase that got no response and never took effect', () => {
    const lines = violationsAfter((shop) => {
      shop.record('ann', [0, 5], shop.purchaseOf({ id: 'one', at: [0, 5] }), {
        outcome: 'unknown',
        response: {},
      })
      shop.readStock('rice', 3, [7, 8])
    })
    expect(lines).toEqual([])
  })
})

/** A history with responses and tables as each planted bug leaves them. */
const AFTER: Record<string, (shop: Story) => void> = {
  'stock is read outside the lock': (shop) => {
    shop.placeOrder({ id: 'one', at: [0, 10] })
    shop.placeOrder({ id: 'two', by: 'ben', at: [0, 10] })
    // The second order read the stock before the first one took its unit.
    productOf(shop, 'rice').stockQuantity += 1
  },
  'stock is taken without a guard': (shop) => {
    shop.placeOrder({ id: 'one', lines: [{ product: 'rice', units: 2 }], at: [0, 10] })
    shop.placeOrder({ id: 'two', by: 'ben', lines: [{ product: 'rice', units: 2 }], at: [0, 10] })
    productOf(shop, 'rice').stockQuantity = 0
  },
  'a coupon’s use is counted without checking its limit': (shop) => {
    const bound = { ...COUPON, maxUses: 9 }
    const customers = Array.from({ length: 10 }, (_, at) => ({ id: `customer ${at}` }))
    Object.assign(shop.input.world, { coupon: bound, customers })
    for (const [at, { id }] of customers.entries())
      shop.placeOrder({ id: `order ${at}`, by: id, coupon: true, lines: [], at: [0, 10] })
  },
  'an idempotency key is kept although its order is refused': (shop) => {
    shop.refuse({ id: 'one', lines: [{ product: 'rice', units: 9 }], at: [0, 10] }, 'out_of_stock')
    shop.refuse({ id: 'one', lines: [{ product: 'rice', units: 9 }], at: [11, 20] }, 'order_not_found')
  },
  'a refund is granted twice': (shop) => {
    shop.placeOrder({ id: 'one', method: 'card', at: [0, 10] })
    shop.pay('one', [11, 12])
    shop.deliver('one', [13, 14])
    shop.refund('one', 30, [15, 20])
    shop.payBack('one', 30)
    const approval = { kind: 'approve-refund', order: 'one', amount: 30 } as const
    shop.record('staff', [15, 20], approval, shop.ok({ order: shop.responseOrder('one') }))
  },
  'a hold is released after the payment': (shop) => {
    shop.placeOrder({ id: 'one', method: 'card', at: [0, 10] })
    shop.pay('one', [11, 12])
    shop.release('one', [13, 14])
    shop.payBack('one', 100)
  },
  'a payment is recorded with each webhook': (shop) => {
    shop.placeOrder({ id: 'one', method: 'card', at: [0, 10] })
    shop.pay('one', [11, 12])
    const [payment] = shop.tables.payments
    if (payment) shop.tables.payments.push({ ...payment, id: 'again', providerPaymentId: 'pay_one.7' })
  },
  'only the first product of a cancelled order goes back to stock': (shop) => {
    const lines = ['rice', 'ragi'].map((product) => ({ product, units: 1 }))
    shop.placeOrder({ id: 'one', lines, at: [0, 10] })
    shop.cancel('one', [11, 12])
    shop.tables.movements.pop()
    productOf(shop, 'ragi').stockQuantity -= 1
  },
  'an order that is cancelled twice concurrently goes back to stock twice': (shop) => {
    shop.placeOrder({ id: 'one', at: [0, 10] })
    shop.cancel('one', [11, 12])
    shop.moveStock('rice', 1, 'cancellation', 'one')
  },
  'an invoice number is taken although no invoice is issued': (shop) => {
    shop.placeOrder({ id: 'one', at: [0, 10] })
    shop.deliver('one', [11, 12])
    shop.invoice('one', 'INV26-27/0000002', [13, 14])
  },
  'a refund request is acknowledged but not stored': (shop) => {
    shop.placeOrder({ id: 'one', at: [0, 10] })
    shop.deliver('one', [11, 12])
    shop.record(
      'ann',
      [13, 14],
      { kind: 'request-refund', order: 'one' },
      shop.ok({ order: shop.responseOrder('one') }),
    )
  },
  'a cancellation is refused although the order is not shipped': (shop) => {
    shop.placeOrder({ id: 'one', at: [0, 10] })
    shop.record('ann', [11, 12], { kind: 'cancel', order: 'one' }, shop.refusal('not_cancellable'))
    shop.deliver('one', [13, 14])
  },
  'a coupon discounts only one unit': (shop) => {
    const both = ['rice', 'ragi'].map((product) => ({ product, units: 1 }))
    shop.placeOrder({ id: 'one', lines: both, coupon: true, at: [0, 10] })
    const [order] = shop.tables.orders
    if (order) Object.assign(order, { discount: 10, total: 190 })
  },
  'a cash order counts as unpaid': (shop) => {
    shop.placeOrder({ id: 'one', at: [0, 10] })
    const invocation = { kind: 'set-status', order: 'one', to: 'shipped' } as const
    shop.record('staff', [11, 12], invocation, shop.refusal('order_unpaid'))
  },
  'the limit of orders per hour reads another setting': (shop) => {
    shop.refuse({ id: 'one', at: [0, 10] }, 'too_many_requests')
  },
}

function productOf({ tables }: Story, id: string) {
  const product = tables.products.find((each) => each.id === id)
  if (!product) throw new Error(`no product ${id}`)
  return product
}

describe('check', () => {
  for (const { name, shows } of BUGS)
    it(`reports the violation of a planted bug: ${name}`, () => {
      const lines = violationsAfter(AFTER[name] ?? (() => {}))
      expect(lines.filter((line) => shows.test(line))).not.toEqual([])
    })
})

describe('a planted bug', () => {
  it('can be applied to the sources; if its text is not in the file, the error names bug and file', () => {
    for (const bug of BUGS) expect(applyEdits(bug).size, bug.name).toBeGreaterThan(0)
    const outdated = { file: 'package.json', find: 'nobody wrote this', replace: '' }
    expect(() => applyEdits({ name: 'old', edits: [outdated] })).toThrow('old: package.json contains 0 times')
  })
})

describe('check reports that', () => {
  it('an acknowledged order was lost', () => {
    const lines = violationsAfter((shop) => {
      shop.placeOrder({ id: 'one', at: [0, 10] })
      Object.assign(shop.tables, { orders: [], events: [], lines: [] })
    })
    expect(lines).toContainEqual(expect.stringContaining('it was lost'))
  })

  it('one idempotency key has two orders', () => {
    const lines = violationsAfter((shop) => {
      shop.placeOrder({ id: 'one', key: 'k', at: [0, 10] })
      shop.insertRows({ id: 'two', key: 'k', at: [0, 10] })
    })
    expect(lines).toContainEqual('key k: 2 orders have it: the purchase was duplicated')
  })

  it('a read returned stock that had been sold before', () => {
    const lines = violationsAfter((shop) => {
      shop.placeOrder({ id: 'one', at: [0, 10] })
      shop.readStock('rice', 3, [11, 12])
    })
    expect(lines).toEqual([expect.stringMatching(/^stock of rice: not linearizable/)])
  })

  it('an order was refused as out of stock although there was stock', () => {
    const lines = violationsAfter((shop) => shop.refuse({ id: 'one', at: [0, 10] }, 'out_of_stock'))
    expect(lines).toEqual([expect.stringMatching(/^stock of rice: not linearizable/)])
  })

  it('a coupon was refused as used up before it was, or one account used it more often than allowed', () => {
    const early = violationsAfter((shop) =>
      shop.refuse({ id: 'one', coupon: true, at: [0, 10] }, 'coupon_used_up'),
    )
    expect(early).toEqual([expect.stringMatching(/^uses of tenth: not linearizable/)])
    const often = violationsAfter((shop) => {
      shop.placeOrder({ id: 'one', coupon: true, at: [0, 10] })
      shop.placeOrder({ id: 'two', coupon: true, at: [11, 20] })
    })
    expect(often).toContainEqual(expect.stringContaining('an account has 2 orders with it'))
  })

  it('an account had more unpaid orders than allowed', () => {
    const lines = violationsAfter((shop) => {
      for (const id of ['one', 'two', 'three', 'four'])
        shop.placeOrder({ id, lines: [{ product: 'ragi', units: 1 }], at: [0, 10] })
    })
    expect(lines).toEqual([expect.stringMatching(/^unpaid orders of ann: not linearizable/)])
  })

  it('a read returned an order as open after its cancellation', () => {
    const lines = violationsAfter((shop) => {
      shop.placeOrder({ id: 'one', at: [0, 10] })
      const earlier = shop.responseOrder('one')
      shop.cancel('one', [11, 12])
      shop.record('ann', [13, 14], { kind: 'read-order', order: 'one' }, shop.ok({ order: earlier }))
    })
    expect(lines).toEqual([expect.stringMatching(/^status of one: not linearizable/)])
  })

  it('an account read another account’s order, or could not read its own', () => {
    const lines = violationsAfter((shop) => {
      shop.placeOrder({ id: 'one', at: [0, 10] })
      shop.record(
        'ben',
        [11, 12],
        { kind: 'read-order', order: 'one' },
        shop.ok({ order: shop.responseOrder('one') }),
      )
      shop.record('ann', [11, 12], { kind: 'read-order', order: 'one' }, shop.refusal('order_not_found'))
      shop.record('ann', [11, 12], { kind: 'list-orders' }, shop.ok({ orders: [] }))
    })
    expect(lines).toEqual([
      expect.stringContaining('it was returned to another account'),
      expect.stringContaining('its owner or staff got order_not_found'),
      expect.stringContaining('one was acknowledged but not listed'),
    ])
  })

  it('an order was cancelled without an operation', () => {
    const lines = violationsAfter((shop) => {
      shop.placeOrder({ id: 'one', at: [0, 10] })
      shop.cancelRows('one', 'ann')
    })
    expect(lines).toEqual(['status of one: became cancelled (status) without an operation'])
  })

  it('a captured payment, or a refund of the bank, is not in the tables', () => {
    const lines = violationsAfter((shop) => {
      shop.placeOrder({ id: 'one', method: 'card', at: [0, 10] })
      shop.pay('one', [11, 12])
      shop.tables.payments.pop()
      shop.bank[0]?.refunds.push({ id: 'rfnd_1', key: 'unknown', amount: 100 })
    })
    expect(lines).toContainEqual(expect.stringContaining('it is recorded 0 times'))
    expect(lines).toContainEqual(expect.stringContaining('without a refund in the tables'))
  })

  it('one purchase changed two products at different moments', () => {
    const lines = violationsAfter((shop) => {
      const both = ['rice', 'ragi'].map((product) => ({ product, units: 1 }))
      shop.placeOrder({ id: 'one', lines: both, at: [0, 20] })
      // Each read alone is linearizable, but the rice was sold before the ragi.
      shop.readStock('rice', 2, [1, 5])
      shop.readStock('ragi', 5, [6, 10])
    })
    expect(lines).toEqual([expect.stringMatching(/^everything at once: not linearizable/)])
  })

  it('an acknowledged cancellation, status or invoice is not in the tables', () => {
    const lines = violationsAfter((shop) => {
      shop.placeOrder({ id: 'one', at: [0, 10] })
      shop.record('ann', [11, 12], { kind: 'cancel', order: 'one' }, shop.ok())
      shop.placeOrder({ id: 'two', at: [20, 30] })
      shop.record('staff', [31, 32], { kind: 'set-status', order: 'two', to: 'shipped' }, shop.ok())
      shop.placeOrder({ id: 'three', at: [40, 50] })
      shop.record('ann', [51, 52], { kind: 'invoice', order: 'three' }, shop.ok())
    })
    expect(lines).toEqual([
      'invoice undefined: it was returned and is not in the tables',
      expect.stringMatching(/^status of two: not linearizable/),
      expect.stringMatching(/^order one: not linearizable/),
      expect.stringMatching(/^order three: not linearizable/),
    ])
  })

  it('an approval found no open refund request although there was one', () => {
    const lines = violationsAfter((shop) => {
      shop.placeOrder({ id: 'one', at: [0, 10] })
      shop.deliver('one', [11, 12])
      const { kind, order } = { kind: 'approve-refund', order: 'one' } as const
      shop.requestRefund('one', [13, 14])
      shop.record('staff', [15, 16], { kind, order, amount: 30 }, shop.refusal('no_open_request'))
    })
    expect(lines).toEqual([expect.stringMatching(/^refund request of one: not linearizable/)])
  })

  it('a payment was refused for an unpaid order, or opened for a paid one', () => {
    const open = (order: string) => ({ kind: 'open-payment', order }) as const
    const lines = violationsAfter((shop) => {
      shop.placeOrder({ id: 'one', method: 'card', at: [0, 10] })
      shop.record('ann', [11, 12], open('one'), shop.refusal('not_payable'))
      shop.placeOrder({ id: 'two', method: 'card', at: [0, 10] })
      shop.record('ann', [11, 12], open('two'), shop.refusal('payment_confirming'))
      shop.placeOrder({ id: 'three', method: 'card', at: [0, 10] })
      shop.pay('three', [13, 14])
      const read = { kind: 'read-order', order: 'three' } as const
      shop.record('ann', [14, 15], read, shop.ok({ order: shop.responseOrder('three') }))
      shop.record('ann', [16, 17], open('three'), shop.ok())
    })
    expect(lines).toEqual([
      'a refusal of ann: open-payment cannot be refused with payment_confirming',
      expect.stringMatching(/^payment of three: not linearizable/),
      expect.stringMatching(/^order one: not linearizable/),
    ])
  })

  it('subtotal, tax or total is wrong', () => {
    const violationsWith = (change: Partial<Story['tables']['orders'][number]>) =>
      violationsAfter((shop) => {
        shop.placeOrder({ id: 'one', at: [0, 10] })
        Object.assign(shop.tables.orders[0] ?? {}, change)
      })
    expect(violationsWith({ subtotal: paise(90) })).toContain(
      'order one: its subtotal is 90 paise, expected 100',
    )
    expect(violationsWith({ tax: paise(5) })).toContain('order one: its tax is 5 paise, expected 0')
    expect(violationsWith({ total: NO_MONEY })).toContain('order one: its total is 0 paise, expected 100')
  })

  it('a cached read of stock is older than allowed', () => {
    const SECOND = 1_000
    // Ben's reads show that the shop responded all the time: times without responses do not count as age.
    const readsUntil = (until: number) => (shop: Story) => {
      shop.placeOrder({ id: 'one', at: [0, 10] })
      for (let at = 20; at < until; at += SECOND / 2)
        shop.record('ben', [at, at + 1], { kind: 'list-orders' }, shop.ok({ orders: [] }))
      shop.readStock('rice', 3, [until, until + 1], true)
    }
    expect(violationsAfter(readsUntil(4 * SECOND))).toEqual([])
    expect(violationsAfter(readsUntil(8 * SECOND))).toEqual([
      expect.stringMatching(/^stock of rice: not linearizable/),
    ])
  })

  it('a rate limit refused a request below the limit', () => {
    const invoices = (times: number) =>
      violationsAfter((shop) => {
        shop.placeOrder({ id: 'one', at: [0, 10] })
        shop.deliver('one', [11, 12])
        for (let at = 0; at < times; at += 1) shop.invoice('one', 'INV26-27/0000001', [20 + at, 21 + at])
        shop.tables.invoices.splice(1)
        shop.record('ann', [200, 201], { kind: 'invoice', order: 'one' }, shop.refusal('too_many_requests'))
      })
    expect(invoices(60)).toEqual([])
    expect(invoices(59)).toEqual(['a refusal of ann: invoice cannot be refused with too_many_requests'])
  })
})
