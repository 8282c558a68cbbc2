import { createElement } from 'react'
import { expect, it } from 'vitest'
import RefusedPage from '#app/admin/refused-page.tsx'
import { renderHtml } from '#tests/rendered.ts'

it('links a visitor to the sign-in, which returns to the page with its filters', () => {
  const html = renderHtml(
    createElement(RefusedPage, { status: 401 }),
    '/admin/dashboard/orders?status=shipped',
  )
  expect(html).toContain('returnTo=%2Fadmin%2Fdashboard%2Forders%3Fstatus%3Dshipped"')
})
