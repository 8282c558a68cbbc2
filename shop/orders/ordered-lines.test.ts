import { describe, expect, it } from 'vitest'
import { orderedLines } from '#shop/orders/ordered-lines.ts'

const id = (number: number) => `00000000-0000-4000-8000-${`${number}`.padStart(12, '0')}`

describe('orderedLines', () => {
  it('writes picks out as one id per packet', () => {
    const picks = [
      { productId: id(10), count: 2 },
      { productId: id(11), count: 1 },
    ]
    expect(orderedLines([{ key: 'a', productId: id(1), quantity: 3, picks }])).toEqual([
      { productId: id(1), quantity: 3, tastemakers: [id(10), id(10), id(11)] },
    ])
  })

  it('leaves the picks out of a plain line', () => {
    const plain = { key: 'b', productId: id(2), quantity: 1, picks: [] }
    expect(orderedLines([plain])).toEqual([{ productId: id(2), quantity: 1 }])
  })

  it('is null when a line or a pick is not on sale', () => {
    expect(orderedLines([{ key: 'c', productId: '77', quantity: 1, picks: [] }])).toBeNull()
    const picks = [{ productId: '78', count: 1 }]
    expect(orderedLines([{ key: 'd', productId: id(1), quantity: 1, picks }])).toBeNull()
  })
})
