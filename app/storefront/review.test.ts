import { expect, it } from 'vitest'
import Review from '#app/storefront/review.tsx'
import { renderRoute } from '#tests/rendered.ts'

it('shows who can read a review, and says that a hidden review was saved', () => {
  const render = (hiddenReason: string) =>
    renderRoute(
      Review,
      {
        state: 'form',
        product: { id: 'p', name: 'Ragi', picture: null },
        written: { rating: 4, summary: 'Good with curd.', hiddenReason },
        author: 'Asha R.',
        done: hiddenReason ? { ok: true, message: 'Your changes are saved.' } : undefined,
      },
      '/product/p/review',
    )
  expect(render('')).toContain('Everybody can read it, under the name Asha R.')
  const hidden = render('Names a doctor')
  expect(hidden).toContain('Only you can read it here.')
  expect(hidden).toContain('Your changes are saved.')
  expect(hidden).not.toContain('Everybody can read it')
})
