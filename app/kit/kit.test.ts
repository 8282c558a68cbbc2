import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { Heat } from '#app/kit/product/scales.tsx'
import { Stepper } from '#app/kit/product/stepper.tsx'
import { Button } from './button.tsx'
import { column } from './column.ts'
import { Dialog, type DialogProps } from './dialog.tsx'
import { TextField } from './fields.tsx'
import { Table } from './table.tsx'
import { Tabs } from './tabs.tsx'

describe('the server’s HTML, before JavaScript', () => {
  it('refers from a field to its hint and its error', () => {
    const html = renderToStaticMarkup(
      h(TextField, { id: 'pin', label: 'PIN code', hint: '6 digits', errors: ['PIN codes have 6 digits.'] }),
    )
    expect(html).toContain('<label for="pin"')
    expect(html).toContain('aria-describedby="pin-description pin-error" aria-invalid="true"')
    expect(html).toContain('id="pin-error"')
  })

  it('has no ARIA attributes on a field without hint and error', () => {
    const html = renderToStaticMarkup(h(TextField, { id: 'pin', label: 'PIN code', errors: [] }))
    expect(html).not.toContain('aria-')
  })

  it('keeps the label of a busy button and does not disable it', () => {
    const html = renderToStaticMarkup(h(Button, { busy: true }, 'Place Order'))
    expect(html).toContain('aria-busy="true"')
    expect(html).toContain('<span>Place Order</span>')
    expect(html).not.toContain(' disabled')
  })

  it('lets a stepper post its steps, and blocks them at its bounds', () => {
    const html = renderToStaticMarkup(
      h(Stepper, {
        label: 'Quantity',
        value: 1,
        max: 3,
        name: 'quantity',
        stepName: 'step',
        onChange: () => {},
      }),
    )
    expect(html).toMatch(/<button type="submit" value="1"[^>]*aria-disabled="true" name="step"/)
    expect(html).toMatch(/<button type="submit" value="2"(?![^>]*aria-disabled)[^>]* name="step"/)
    expect(html).toMatch(/<input[^>]*type="number"[^>]*min="1" max="3" name="quantity"/)
  })

  it('shows the placeholder with its size for a missing picture', () => {
    const html = renderToStaticMarkup(h(ProductPicture, { src: null, alt: '' }))
    expect(html).toMatch(/width="290" height="350"/)
    expect(html).toContain('src="/illustrations/placeholder.svg"')
  })

  it('lets a reader open each row of a folded table', () => {
    const columns = [
      column.title<{ id: string }>('Order', ({ id }) => id),
      column.text<{ id: string }>('City', () => 'Pune'),
    ]
    const table = { caption: 'Orders', dense: true, columns, rows: [{ id: 'one' }, { id: 'two' }] }
    const html = renderToStaticMarkup(h(Table<{ id: string }>, { ...table, folded: true }))
    const more = '<details class="row-more"><summary>More</summary></details>'
    expect(html.match(/<td[^>]*data-place="title"[^>]*>.*?<\/td>/g)).toEqual([
      expect.stringContaining(`one${more}</td>`),
      expect.stringContaining(`two${more}</td>`),
    ])
    expect(renderToStaticMarkup(h(Table<{ id: string }>, table))).not.toContain('More')
  })

  it('renders tabs as plain links, with all panels', () => {
    const tabs = [
      { id: 'a', label: 'A', panel: 'first' },
      { id: 'b', label: 'B', panel: 'second' },
    ]
    const html = renderToStaticMarkup(h(Tabs, { label: 'About', tabs }))
    expect(html).toContain('href="#b"')
    expect(html).toContain('second')
    expect(html).not.toContain('role=')
  })

  it('renders an open dialog with a close button in the page’s language that needs no script', () => {
    const element = h(Dialog, { open: true, onClose: () => {}, title: 'Cajun' } as DialogProps, 'x')
    const htmlWith = (data: object) => {
      const hydrationData = { loaderData: { root: data } }
      const router = createMemoryRouter([{ id: 'root', path: '/', element, loader: () => null }], {
        hydrationData,
      })
      return renderToStaticMarkup(h(RouterProvider, { router }))
    }
    expect(htmlWith({})).toMatch(/<dialog[^>]* open=""/)
    expect(htmlWith({})).toMatch(/<form[^>]* method="dialog".*>Close</)
    expect(htmlWith({ words: { texts: { close: 'बंद करें' } } })).toContain('>बंद करें<')
  })

  it('describes a spice level in words', () => {
    expect(renderToStaticMarkup(h(Heat, { kind: 'spice', level: 3 }))).toContain('Spice level: 3 out of 5')
  })
})
