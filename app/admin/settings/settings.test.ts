import { createElement, type FunctionComponent } from 'react'
import { expect, it } from 'vitest'
import Settings from '#app/admin/settings/settings.tsx'
import { renderHtml } from '#tests/rendered.ts'

type Props = { loaderData: object; actionData: object }

it('keeps the version for which a refused form was filled in, although a newer version is loaded', () => {
  const loaderData = { version: 8, parts: [], texts: {} }
  const actionData = { ok: false, message: null, problems: {}, values: { seen: '7' } }
  const view = createElement(Settings as unknown as FunctionComponent<Props>, { loaderData, actionData })
  expect(renderHtml(view)).toContain('<input type="hidden" name="seen" value="7"/>')
})
